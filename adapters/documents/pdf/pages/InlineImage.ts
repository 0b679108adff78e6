import type { Budget } from "../../reading/Budget.ts"
import type { ContentLexer } from "../content/ContentLexer.ts"
import { PdfKeyword, PdfLexer } from "../objects/PdfLexer.ts"
import type { PdfObject } from "../objects/PdfObjects.ts"
import type { PdfTextCache } from "../objects/PdfTextCache.ts"
import { PdfDictionary, PdfName, type PdfValue } from "../objects/PdfValue.ts"

/** Maximum entries of an inline image. */
export const inlineEntriesMax = 32

/** Full names of the keys that inline images abbreviate (ISO 32000-2, table 91). */
const fullKeys: ReadonlyMap<string, string> = new Map([
  ["BPC", "BitsPerComponent"],
  ["CS", "ColorSpace"],
  ["D", "Decode"],
  ["DP", "DecodeParms"],
  ["F", "Filter"],
  ["H", "Height"],
  ["IM", "ImageMask"],
  ["W", "Width"]
])

/** Skips an inline image after `BI`. */
export const skipInlineImage = (lexer: ContentLexer): void => {
  if (lexer.next() === "ID") lexer.at = endOfData(lexer.bytes, lexer.at + 1)
}

/**
 * Reads an inline image (ISO 32000-2, section 8.9.7) after `BI`: entries, `ID`, one blank, data, `EI`. Returns it as the
 * object of the same image outside of the content.
 *
 * @param colorSpaceOf returns the color space with a name from the resources
 */
export const readInlineImage = (
  lexer: ContentLexer,
  budget: Budget,
  texts: PdfTextCache,
  colorSpaceOf: (name: string) => PdfValue | undefined
): PdfObject | null => {
  const start = lexer.at
  // Reads past the entries, which are operands of `ID`.
  if (lexer.next() !== "ID") return null
  const entries = new PdfLexer(lexer.bytes.subarray(start, lexer.at), 0, budget, texts)
  const value = new PdfDictionary()
  for (let count = 0; count < inlineEntriesMax; count++) {
    const key = entries.read()
    if (!(key instanceof PdfName)) break
    const entry = entries.read()
    if (entry instanceof PdfKeyword) break
    const name = fullKeys.get(key.text) ?? key.text
    const space = name === "ColorSpace" && entry instanceof PdfName ? colorSpaceOf(entry.text) : undefined
    value.set(new PdfName(name, false), space ?? entry)
  }
  const from = lexer.at + 1
  lexer.at = endOfData(lexer.bytes, from)
  const stream = lexer.bytes.subarray(from, lexer.at)
  return { number: 0, generation: 0, offset: 0, bodyOffset: 0, value, stream, container: 0, isEnclosed: false }
}

/**
 * Returns the position after the `EI` of an inline image, or the end of the content. The length of the data is not
 * stored, and the data can contain `EI`. An `EI` counts as the end only between blanks and before bytes that look like
 * text.
 */
const endOfData = (bytes: Uint8Array, from: number): number => {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] !== 0x45 || bytes[at + 1] !== 0x49 || !isBlank(bytes[at - 1]) || !isContent(bytes, at + 2)) continue
    return at + 2
  }
  return bytes.length
}

/** Number of bytes after `EI` that are examined. */
const lookaheadBytes = 12

const isContent = (bytes: Uint8Array, from: number): boolean => {
  if (from < bytes.length && !isBlank(bytes[from])) return false
  for (let at = from; at < Math.min(bytes.length, from + lookaheadBytes); at++) {
    const byte = bytes[at]!
    if (byte > 0x7e || byte < 0x20 && !isBlank(byte)) return false
  }
  return true
}

const isBlank = (byte: number | undefined): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0
