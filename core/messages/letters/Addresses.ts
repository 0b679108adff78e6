import { kinds } from "./CharacterKinds.ts"
import type { Units } from "./ReadUnits.ts"

/** Something within a run of characters without spaces that leads elsewhere: no word of it is a word of the message. */
export interface AddressSpan {
  readonly isMail: boolean
  readonly from: number
  readonly to: number
}

/**
 * Ends of names that are an address even without `http` and without a path. Only those that are no word behind a full stop whose
 * space was forgotten.
 */
const endings =
  "com|net|org|info|biz|edu|gov|io|app|dev|xyz|top|shop|online|site|club|vip|click|link|store|website|space|icu|cc|ru|de|fr|uk|pl|nl|br|jp|cn|tr|ua|cz"

const label = "[a-z0-9\\u00a1-\\u1fff][a-z0-9\\u00a1-\\u1fff-]{0,62}"

/**
 * A mail address (RFC 5321: 64 octets before the at sign), an address with its scheme, or a bare name of a host. Every repetition
 * has a bound or a sign of its own, so that a hostile text takes linear time.
 */
const addressSource = [
  `((?<![a-z0-9._%+-])[a-z0-9._%+-]{1,64}@${label}(?:\\.${label}){1,8})`,
  "(?:h(?:tt|xx)ps?|ftp)://[!#-;=?-Z_a-z~\\u00a1-\\u1fff]+",
  "www\\.[!#-;=?-Z_a-z~\\u00a1-\\u1fff]+",
  `(?<![a-z0-9\\u00a1-\\u1fff.-])${label}(?:\\.${label}){0,8}\\.(?:(?:${endings})(?![a-z0-9\\u00a1-\\u1fff-])(?:[:/?][!#-;=?-Z_a-z~]*)?|[a-z]{2,12}/[!#-;=?-Z_a-z~]*)`
].join("|")

let pattern: RegExp | null = null

/** Units of one run that are searched: the rest of a longer one has no spaces, and is no word either. */
export const addressUnitsMax = 2048

/** Addresses in a run of units without spaces, from the first to the last. */
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

/** A dot or an at sign between letters or digits, or two slashes. */
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
