import type { ContentLexer } from "./ContentLexer.ts"

/**
 * Passes over an inline image (ISO 32000-2, section 8.9.7): `BI`, entries, `ID`, one blank, bytes of any kind, `EI`. Where
 * the bytes end is not said, and they may hold an `EI` of their own: it is one if blanks stand around it and what follows
 * looks like text for a while.
 */
export const skipInlineImage = (lexer: ContentLexer): void => {
  // The entries are operands of `ID`.
  if (lexer.next() !== "ID") return
  const { bytes } = lexer
  for (let at = lexer.at + 1; at < bytes.length; at++) {
    if (bytes[at] !== 0x45 || bytes[at + 1] !== 0x49 || !isBlank(bytes[at - 1]) || !isContent(bytes, at + 2)) continue
    lexer.at = at + 2
    return
  }
  lexer.at = bytes.length
}

/** Bytes after `EI` that are looked at. */
const lookAheadBytes = 12

const isContent = (bytes: Uint8Array, from: number): boolean => {
  if (from < bytes.length && !isBlank(bytes[from])) return false
  for (let at = from; at < Math.min(bytes.length, from + lookAheadBytes); at++) {
    const byte = bytes[at]!
    if (byte > 0x7e || byte < 0x20 && !isBlank(byte)) return false
  }
  return true
}

const isBlank = (byte: number | undefined): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0
