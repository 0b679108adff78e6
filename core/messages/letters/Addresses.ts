import { kinds } from "./CharacterKinds.ts"
import type { Units } from "./ReadUnits.ts"

/** Web or email address within a run of non-space characters. Its words do not belong to the message. */
export interface AddressSpan {
  readonly isMail: boolean
  readonly from: number
  readonly to: number
}

/** Top-level domains recognized without `http` and without a path. Only those that are not words after a full stop with a missing space. */
const endings =
  "com|net|org|info|biz|edu|gov|io|app|dev|xyz|top|shop|online|site|club|vip|click|link|store|website|space|icu|cc|ru|de|fr|uk|pl|nl|br|jp|cn|tr|ua|cz"

const label = "[a-z0-9\\u00a1-\\u1fff][a-z0-9\\u00a1-\\u1fff-]{0,62}"

/**
 * Email address (RFC 5321: 64 octets before the at sign), address with a scheme, or bare host name. Every repetition is bounded or
 * has its own delimiter, so hostile text takes linear time.
 */
const addressSource = [
  `((?<![a-z0-9._%+-])[a-z0-9._%+-]{1,64}@${label}(?:\\.${label}){1,8})`,
  "(?:h(?:tt|xx)ps?|ftp)://[!#-;=?-Z_a-z~\\u00a1-\\u1fff]+",
  "www\\.[!#-;=?-Z_a-z~\\u00a1-\\u1fff]+",
  `(?<![a-z0-9\\u00a1-\\u1fff.-])${label}(?:\\.${label}){0,8}\\.(?:(?:${endings})(?![a-z0-9\\u00a1-\\u1fff-])(?:[:/?][!#-;=?-Z_a-z~]*)?|[a-z]{2,12}/[!#-;=?-Z_a-z~]*)`
].join("|")

let pattern: RegExp | null = null

/** Units searched per run. The rest of a longer run has no spaces and contains no words either. */
export const addressUnitsMax = 2048

/** Returns the addresses in a run of units without spaces, in order. */
export const addressesIn = (units: Units, from: number, to: number): ReadonlyArray<AddressSpan> => {
  if (!looksLike(units, from, to)) return []
  pattern ??= new RegExp(addressSource, "g")
  const end = Math.min(to, from + addressUnitsMax)
  const text = String.fromCharCode(...units.unit.subarray(from, end))
  const spans: Array<AddressSpan> = []
  for (const match of text.matchAll(pattern)) {
    const begin = from + match.index
    spans.push({ isMail: match[1] !== undefined, from: begin, to: begin + match[0].length })
  }
  return spans
}

const dot = 0x2e
const at = 0x40
const slash = 0x2f

/** Quick check for a dot or at sign between letters or digits, or two slashes. */
const looksLike = (units: Units, from: number, to: number): boolean => {
  for (let index = from + 1; index < to - 1; index++) {
    const unit = units.unit[index]!
    if (unit !== dot && unit !== at && unit !== slash) continue
    if (
      unit === slash
        ? units.unit[index + 1] === slash
        : joins(units.kind[index - 1]!) && joins(units.kind[index + 1]!)
    ) {
      return true
    }
  }
  return false
}

const joins = (kind: number): boolean => kind >= kinds.digit && kind <= kinds.letter
