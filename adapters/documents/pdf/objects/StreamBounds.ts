import { characterClasses, whiteSpaceClass } from "./bytes/PdfCharacters.ts"
import type { ForwardSearch } from "./bytes/WordSearch.ts"
import type { PdfLexer } from "./PdfLexer.ts"

/** Maximum bytes between `stream` and its line end. */
const streamLineBytesMax = 256

/**
 * Returns the offset after `stream` and its line end (ISO 32000-2, section 7.3.8.1). Some writers omit a part of the
 * line end, and some viewers skip the rest of the line. Returns null if `stream` does not follow.
 *
 * @param length declared length of the stream, or null
 */
export const streamStart = (lexer: PdfLexer, length: number | null): number | null => {
  lexer.skipBlanks()
  const { at, bytes } = lexer
  const end = at + "stream".length
  if (!isWordAt(bytes, at, "stream")) return null
  const afterLine = lineEndAfter(bytes, end)
  if (afterLine === null) return end
  const rest = bytes[skipSpaces(bytes, end)]
  if (rest === 13 || rest === 10) return afterLine
  if (length === null) return rest === percent ? afterLine : end
  return !endsAt(bytes, end + length) && endsAt(bytes, afterLine + length) ? afterLine : end
}

const percent = 0x25

const skipSpaces = (bytes: Uint8Array, from: number): number => {
  let at = from
  while (bytes[at] === 32 || bytes[at] === 9) at++
  return at
}

/** Returns the offset after the next line end, or null if none is near. */
const lineEndAfter = (bytes: Uint8Array, from: number): number | null => {
  for (let at = from; at < Math.min(bytes.length, from + streamLineBytesMax); at++) {
    if (bytes[at] === 13) return bytes[at + 1] === 10 ? at + 2 : at + 1
    if (bytes[at] === 10) return at + 1
  }
  return null
}

/**
 * Returns the end of a stream: its declared end if that is valid, else the offset of the end keyword, else the end of
 * the file.
 */
export const streamEnd = (
  bytes: Buffer,
  ends: ReadonlyArray<ForwardSearch>,
  from: number,
  length: number | null
): number => {
  if (length !== null && length >= 0 && endsAt(bytes, from + length)) return from + length
  const end = ends.map((search) => search.next(from)).find((found) => found >= 0) ?? -1
  if (end < 0) return bytes.length
  const lineFeed = end > from && bytes[end - 1] === 10 ? 1 : 0
  const carriageReturn = end - lineFeed > from && bytes[end - lineFeed - 1] === 13 ? 1 : 0
  return end - lineFeed - carriageReturn
}

const isWordAt = (bytes: Uint8Array, from: number, word: string): boolean => {
  for (let at = 0; at < word.length; at++) if (bytes[from + at] !== word.charCodeAt(at)) return false
  return true
}

export const endsAt = (bytes: Uint8Array, at: number): boolean => {
  let end = at
  while (end < at + 3 && isBlank(bytes[end])) end++
  return isWordAt(bytes, end, "endstream")
}

const isBlank = (byte: number | undefined): boolean => byte !== undefined && characterClasses[byte] === whiteSpaceClass
