import { unitKinds } from "./CharacterKinds.ts"
import type { TextUnits } from "./ReadUnits.ts"

/** Web or email address within a run of non-space characters. Its words do not count as words of the message. */
export interface AddressSpan {
  readonly isMail: boolean
  readonly from: number
  readonly to: number
}

/**
 * Top-level domains that are recognized without a scheme and a path. Excludes those that are also words, which may
 * follow a full stop with a missing space.
 */
const endings =
  "com|net|org|info|biz|edu|gov|io|app|dev|xyz|top|shop|online|site|club|vip|click|link|store|website|space|icu|cc|ru|de|fr|uk|pl|nl|br|jp|cn|tr|ua|cz"

const label = "[a-z0-9\\u00a1-\\u1fff][a-z0-9\\u00a1-\\u1fff-]{0,62}"

/**
 * Matches an email address, an address with a scheme, or a bare host name. An email address has at most 64 octets
 * before the at sign (RFC 5321). Every repetition is bounded or has a separate delimiter, so hostile text takes linear
 * time.
 */
const addressSource = [
  `((?<![a-z0-9._%+-])[a-z0-9._%+-]{1,64}@${label}(?:\\.${label}){1,8})`,
  "(?:h(?:tt|xx)ps?|ftp)://[!#-;=?-Z_a-z~\\u00a1-\\u1fff]+",
  "www\\.[!#-;=?-Z_a-z~\\u00a1-\\u1fff]+",
  `(?<![a-z0-9\\u00a1-\\u1fff.-])${label}(?:\\.${label}){0,8}\\.(?:(?:${endings})(?![a-z0-9\\u00a1-\\u1fff-])(?:[:/?][!#-;=?-Z_a-z~]*)?|[a-z]{2,12}/[!#-;=?-Z_a-z~]*)`
].join("|")

let pattern: RegExp | null = null

/** Maximum units of a run that are searched. The rest of a longer run has no spaces, so it contains no normal words. */
export const addressUnitsMax = 2048

/** Returns the addresses in a run of units without spaces, in order. */
export const addressesIn = (units: TextUnits, from: number, to: number): ReadonlyArray<AddressSpan> => {
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

/** Checks quickly for a dot or at sign between letters or digits, or for two slashes. */
const looksLike = (units: TextUnits, from: number, to: number): boolean => {
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

const joins = (kind: number): boolean => kind >= unitKinds.digit && kind <= unitKinds.letter
