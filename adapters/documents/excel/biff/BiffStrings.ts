import { uint16, uint32 } from "../../reading/Numbers.ts"

/** A text and the offset after it. */
export interface BiffString {
  readonly text: string
  readonly end: number
}

const wide = new TextDecoder("utf-16le")
const narrow = new TextDecoder("windows-1252")
/** Windows-1252 characters by byte value. */
const narrowCharacters = narrow.decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
/** Texts up to this length are decoded manually, which is cheaper than a decoder call. */
const shortCharsMax = 32
const surrogatesFrom = 0xd800

/** Reads UTF-16 text; returns the available part if the data ends early. */
export const wideText = (bytes: Uint8Array, at: number, chars: number): BiffString => {
  const end = Math.min(bytes.length, at + chars * 2)
  return { text: shortWide(bytes, at, end) ?? wide.decode(bytes.subarray(at, end)), end: Math.max(at, end) }
}

export const narrowText = (bytes: Uint8Array, at: number, chars: number): BiffString => {
  const end = Math.min(bytes.length, at + chars)
  if (end - at > shortCharsMax || at < 0) {
    return { text: narrow.decode(bytes.subarray(at, end)), end: Math.max(at, end) }
  }
  let text = ""
  for (let from = at; from < end; from++) text += narrowCharacters[bytes[from]!]!
  return { text, end: Math.max(at, end) }
}

/** Decodes short plain UTF-16 text; null if it is long, incomplete, or contains surrogates or a byte order mark. */
const shortWide = (bytes: Uint8Array, at: number, end: number): string | null => {
  if (end - at > 2 * shortCharsMax || at < 0 || (end - at) % 2 !== 0) return null
  let text = ""
  for (let from = at; from < end; from += 2) {
    const unit = bytes[from]! + 256 * bytes[from + 1]!
    if (unit >= surrogatesFrom || unit === 0xfeff) return null
    text += String.fromCharCode(unit)
  }
  return text
}

/** Reads an XLUnicodeStringNoCch (MS-XLS 2.5.296): a byte with the character width, then the characters. */
export const flaggedText = (bytes: Uint8Array, at: number, chars: number): BiffString =>
  ((bytes[at] ?? 0) & 1) === 1 ? wideText(bytes, at + 1, chars) : narrowText(bytes, at + 1, chars)

/** Reads a ShortXLUnicodeString (MS-XLS 2.5.240) in BIFF8; in earlier versions, a count and the characters. */
export const shortText = (bytes: Uint8Array, at: number, isBiff8: boolean): BiffString =>
  (isBiff8 ? flaggedText : narrowText)(bytes, at + 1, bytes[at] ?? 0)

/** Reads an XLUnicodeString (MS-XLS 2.5.294) in BIFF8; in earlier versions, a 16-bit count and the characters. */
export const longText = (bytes: Uint8Array, at: number, isBiff8: boolean): BiffString =>
  (isBiff8 ? flaggedText : narrowText)(bytes, at + 2, uint16(bytes, at))

/** Maximum characters of an XLWideString (MS-XLSB 2.5.168). */
export const wideStringCharsMax = 32_767

/**
 * Reads an XLWideString, or an XLNullableWideString, whose missing value has a count of all ones; null if it is
 * invalid.
 */
export const countedWideText = (bytes: Uint8Array, at: number): BiffString | null => {
  const chars = uint32(bytes, at)
  if (chars === 0xffffffff) return { text: "", end: at + 4 }
  if (at + 4 > bytes.length || chars > wideStringCharsMax) return null
  return wideText(bytes, at + 4, chars)
}
