import type { Disguise } from "./MessageJudgment.ts"

/** Text of a message as a program would display it, without markup and encoded characters. */
export interface TextWithoutMarkup {
  readonly text: string
  readonly disguises: ReadonlyArray<Disguise>
}

const mayHaveMarkup = /&[#a-z]|<[!/a-z]|=(?:\r?\n|[2-7][0-9a-f])|%[2-7][0-9a-f]|\\(?:u00|x)[2-7][0-9a-f]/i

/** Matches comments and tags. The repetitions are bounded and not nested, so matching takes linear time. */
const tags = /<!--[^<>]{0,200}-->|<\/?([a-z][a-z0-9]{0,20})(?:[\s/][^<>]{0,200})?>/gi
/** Matches the names of block elements, which separate words, unlike other elements. */
const blocks =
  /^(?:p|div|br|hr|h[1-6]|li|ul|ol|dl|dt|dd|table|thead|tbody|tr|td|th|section|article|blockquote|pre|option|title)$/i

/** Named characters of HTML that break words or represent punctuation (HTML standard, section 13.5). */
const named: Readonly<Record<string, string>> = {
  shy: "",
  zwnj: "",
  zwj: "",
  nbsp: " ",
  amp: "&",
  lt: "<",
  gt: ">",
  quot: "\"",
  apos: "'"
}
const entities = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(shy|zwnj|zwj|nbsp|amp|lt|gt|quot|apos)(?=;));?/gi

/** Matches quoted-printable (RFC 2045, 6.7), percent-encoding within words, and backslash escapes. */
const escapes = /=\r?\n|=([2-7][0-9A-F])|(?<=\p{L})%([2-7][0-9a-f])|\\(?:u00|x)([2-7][0-9a-f])/giu
/** Matches addresses, in which equals and percent signs are not escapes. */
const addresses = /(?:https?:\/\/|www\.)[^\s<>"]{1,2048}|(?<![^\s<>"@])[^\s<>"@]{1,64}@[a-z0-9.-]{1,253}/gi

/** Checks quickly whether a text may contain an address. */
const mayContainAddress = /@|:\/\/|www\./i

/** Minimum number of encoded letters or empty tags within words that counts as a disguise. */
const codedLettersMin = 3

export const removeMarkup = (text: string): TextWithoutMarkup => {
  if (!mayHaveMarkup.test(text)) return { text, disguises: [] }
  let hidden = 0
  const isWithin = (all: string, at: number, length: number) =>
    isLetter(all.charCodeAt(at - 1)) && isLetter(all.charCodeAt(at + length))
  const untagged = text.replace(tags, (tag: string, name: string | undefined, at: number, all: string) => {
    if (name !== undefined && blocks.test(name)) return " "
    if (isEmptyWithin(all, at, tag.length)) hidden++
    return ""
  })
  const decoded = untagged.replace(
    entities,
    (entity: string, decimal: string | undefined, hex: string | undefined, name: string | undefined, at: number) => {
      const code = decimal === undefined ? Number.parseInt(hex ?? "0", 16) : Number(decimal)
      const letter = name === undefined ? characterOf(code) : named[name.toLowerCase()] ?? entity
      if (isPlainLetter(letter) || letter === "" && isWithin(untagged, at, entity.length)) hidden++
      return letter
    }
  )
  return {
    text: mapOutsideAddresses(decoded, decodedEscapes),
    disguises: hidden >= codedLettersMin ? ["invisible"] : []
  }
}

const closedWithin = /^<\/[a-z][a-z0-9]{0,20}>\p{L}/iu
const closingUnitsMax = 32

/** Reports whether an empty tag is between two letters, as in `ca<wbr>sino` and `ca<b></b>sino`. */
const isEmptyWithin = (text: string, at: number, length: number): boolean => {
  if (!isLetter(text.charCodeAt(at - 1))) return false
  if (text[at + 1] === "!" || text.slice(at, at + 4).toLowerCase() === "<wbr") {
    return isLetter(text.charCodeAt(at + length))
  }
  return text[at + 1] !== "/" && closedWithin.test(text.slice(at + length, at + length + closingUnitsMax))
}

const isLetter = (unit: number): boolean => unit > 0xbf || ((unit | 32) >= 0x61 && (unit | 32) <= 0x7a)

const isPlainLetter = (letter: string): boolean => /^[a-z]$/i.test(letter)

/**
 * Returns the character of a code. Returns an empty string for an invisible character, and a space for an invalid code.
 */
const characterOf = (code: number): string => {
  if (code < 0x20 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return " "
  return /\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(code)) ? "" : String.fromCodePoint(code)
}

/** Applies a function to the text outside of addresses. */
export const mapOutsideAddresses = (text: string, change: (text: string) => string): string => {
  if (!mayContainAddress.test(text)) return change(text)
  let from = 0
  let changed = ""
  for (const address of text.matchAll(addresses)) {
    changed += change(text.slice(from, address.index)) + address[0]
    from = address.index + address[0].length
  }
  return changed + change(text.slice(from))
}

const decodedEscapes = (text: string): string =>
  text.replace(escapes, (_, ...codes: ReadonlyArray<string | undefined>) => {
    const code = codes.slice(0, 3).find((found) => found !== undefined)
    return code === undefined ? "" : String.fromCharCode(Number.parseInt(code, 16))
  })
