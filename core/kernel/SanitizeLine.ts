/**
 * Matches control characters, line separators and bidirectional controls (Unicode Standard Annex 9, explicit
 * directional formatting).
 */
const unplain = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu

/**
 * Cleans a text for display on one line. Cuts it to `charsMax` characters, replaces lone surrogates, and turns control
 * characters into spaces.
 */
export const sanitizeLine = (text: string, charsMax = Infinity): string =>
  text.slice(0, charsMax).toWellFormed().replace(unplain, " ").trim()
