const subjects: ReadonlyMap<string, string> = new Map([
  ["scan", "Document not stored"],
  ["scan/url", "URL not stored"],
  ["scan/email", "Address not stored"],
  ["scan/email/bulk", "List of addresses"],
  ["lead/analyze", "Address not stored"],
  ["submit-phishing-link", "Link not stored"]
])

/** Returns the text that lists show instead of a missing subject. */
export const missingSubject = (operation: string): string => subjects.get(operation) ?? "Not stored"

/** Maximum displayed characters of a subject in a list. A URL may have thousands. */
export const subjectCharsShownMax = 90

/** Shortens a long subject in the middle. The host of a URL and the extension of a file name stay visible. */
export const shorten = (text: string): string => {
  const characters = [...text]
  if (characters.length <= subjectCharsShownMax) return text
  const end = Math.floor(subjectCharsShownMax / 3)
  return `${characters.slice(0, subjectCharsShownMax - end - 1).join("")}…${characters.slice(-end).join("")}`
}

/** Control and format characters (directional, joiners, tags), lone surrogates, and line separators. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Replaces control characters, invisible characters, and characters that change the reading direction. */
export const replaceInvisible = (text: string, inWords: (character: string) => string): string =>
  text.replace(invisible, inWords)

/**
 * Returns text in which invisible characters appear as code points. Otherwise a name that ends in `[U+202E]gpj.exe`
 * would appear to end in `exe.jpg`.
 */
export const revealInvisible = (text: string): string =>
  replaceInvisible(
    text,
    (character) => `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`
  )
