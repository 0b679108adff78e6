import { uint16, uint32 } from "../../reading/Numbers.ts"

/** A string and the offset after it. */
export interface BiffString {
  readonly text: string
  readonly end: number
}

const wide = new TextDecoder("utf-16le")
const narrow = new TextDecoder("windows-1252")
/** Windows-1252 characters by byte value. */
const narrowCharacters = narrow.decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
/** Maximum characters of a string that is decoded without a decoder call, which is faster for short strings. */
const shortCharsMax = 32
const surrogatesFrom = 0xd800

/** Reads UTF-16 text. Returns the available part if the data ends early. */
export const readWideText = (bytes: Uint8Array, at: number, chars: number): BiffString => {
  const end = Math.min(bytes.length, at + chars * 2)
  return { text: shortWide(bytes, at, end) ?? wide.decode(bytes.subarray(at, end)), end: Math.max(at, end) }
}

export const readNarrowText = (bytes: Uint8Array, at: number, chars: number): BiffString => {
  const end = Math.min(bytes.length, at + chars)
  if (end - at > shortCharsMax || at < 0) {
    return { text: narrow.decode(bytes.subarray(at, end)), end: Math.max(at, end) }
  }
  let text = ""
  for (let from = at; from < end; from++) text += narrowCharacters[bytes[from]!]!
  return { text, end: Math.max(at, end) }
}

/** Decodes short UTF-16 text; null if it is long, incomplete, or contains a code unit of `surrogatesFrom` or above. */
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

/** Reads an XLUnicodeStringNoCch (MS-XLS 2.5.296): a byte that states the character width, then the characters. */
export const readFlaggedText = (bytes: Uint8Array, at: number, chars: number): BiffString =>
  ((bytes[at] ?? 0) & 1) === 1 ? readWideText(bytes, at + 1, chars) : readNarrowText(bytes, at + 1, chars)

/** Reads a ShortXLUnicodeString (MS-XLS 2.5.240) in BIFF8; in earlier versions, an 8-bit count and the characters. */
export const readShortText = (bytes: Uint8Array, at: number, isBiff8: boolean): BiffString =>
  (isBiff8 ? readFlaggedText : readNarrowText)(bytes, at + 1, bytes[at] ?? 0)

/** Reads an XLUnicodeString (MS-XLS 2.5.294) in BIFF8; in earlier versions, a 16-bit count and the characters. */
export const readLongText = (bytes: Uint8Array, at: number, isBiff8: boolean): BiffString =>
  (isBiff8 ? readFlaggedText : readNarrowText)(bytes, at + 2, uint16(bytes, at))

/** Maximum characters of an XLWideString (MS-XLSB 2.5.168). */
export const wideStringCharsMax = 32_767

/**
 * Reads an XLWideString or an XLNullableWideString; null if the string is invalid. A character count of 0xffffffff
 * means a missing string, which yields empty text.
 */
export const readCountedWideText = (bytes: Uint8Array, at: number): BiffString | null => {
  const chars = uint32(bytes, at)
  if (chars === 0xffffffff) return { text: "", end: at + 4 }
  if (at + 4 > bytes.length || chars > wideStringCharsMax) return null
  return readWideText(bytes, at + 4, chars)
}
