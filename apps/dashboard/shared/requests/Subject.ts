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
export const subjectCharsShown = 90

/** Shortens a text in the middle, because the host of a URL and the extension of a file name matter. */
export const shorten = (text: string): string => {
  const characters = [...text]
  if (characters.length <= subjectCharsShown) return text
  const end = Math.floor(subjectCharsShown / 3)
  return `${characters.slice(0, subjectCharsShown - end - 1).join("")}…${characters.slice(-end).join("")}`
}

/** Control and format characters (directional, joiners, tags), lone surrogates, line and paragraph separators. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Replaces characters that are invisible or that change how the rest of the text reads. */
export const replaceInvisible = (text: string, inWords: (character: string) => string): string =>
  text.replace(invisible, inWords)

/** Returns a text that is safe to display. A name that ends in `[U+202E]gpj.exe` would otherwise appear to end in `exe.jpg`. */
export const revealInvisible = (text: string): string =>
  replaceInvisible(
    text,
    (character) => `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`
  )
