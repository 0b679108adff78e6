/** Characters of a lead's own text in one piece of a reason. */
export const quoteCharsMax = 60

/** Text of a stranger as it may stand in a reason: one line, nothing unseen, not long. */
export const quote = (text: string): string => {
  if (text.length <= quoteCharsMax && plain.test(text)) return text
  const line = text.slice(0, quoteCharsMax * 8).toWellFormed().replace(/[\p{C}\p{Z}]+/gu, " ").trim()
  const characters = Array.from(line)
  return characters.length <= quoteCharsMax ? line : `${characters.slice(0, quoteCharsMax - 1).join("")}…`
}

/** Most pieces are such already: words of ASCII with a blank between them. */
const plain = /^[!-~]+(?: [!-~]+)*$/

/** `“one”, “other”`: the first few of them. */
export const quoted = (texts: ReadonlyArray<string>, max: number): string =>
  [...new Set(texts.map(quote))].filter((text) => text !== "").slice(0, max).map((text) => `“${text}”`).join(", ")

/** The first, and how many others there are. */
export const andMore = (texts: ReadonlyArray<string>): string => {
  const different = [...new Set(texts)]
  return quote(different[0] ?? "") + (different.length > 1 ? ` and ${different.length - 1} more` : "")
}
