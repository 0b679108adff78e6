/** What ends a line, and what makes text read otherwise than it stands (Unicode Standard Annex 9, explicit directional formatting). */
const unplain = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu

/** A text from outside on one line, for people: cut where that is asked for, without control characters and halves of characters. */
export const plainLine = (text: string, charsMax = Infinity): string =>
  text.slice(0, charsMax).toWellFormed().replace(unplain, " ").trim()
