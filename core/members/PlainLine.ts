/** A text from outside on one line, for people: cut, without control characters and halves of characters. */
export const plainLine = (text: string, charsMax: number): string =>
  text.slice(0, charsMax).toWellFormed().replace(/\p{Cc}+/gu, " ").trim()
