const subjects: ReadonlyMap<string, string> = new Map([
  ["scan", "Document not kept"],
  ["scan/url", "URL not kept"],
  ["scan/email", "Address not kept"],
  ["scan/email/bulk", "A list of addresses"],
  ["lead/analyze", "Address not kept"],
  ["submit-phishing-link", "Link not kept"]
])

/** In a list, in place of a subject that is not there. */
export const withoutSubject = (operation: string): string => subjects.get(operation) ?? "Not kept"

/** Characters of a subject in a list: a URL may have thousands. */
export const subjectCharsShown = 90

/** Cut in the middle: of a URL the host matters, of a file name the ending. */
export const shortened = (text: string): string => {
  const characters = [...text]
  if (characters.length <= subjectCharsShown) return text
  const end = Math.floor(subjectCharsShown / 3)
  return `${characters.slice(0, subjectCharsShown - end - 1).join("")}…${characters.slice(-end).join("")}`
}

/** Controls, formats (directions, joiners, tags), surrogates that stand alone, line and paragraph ends. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** A text with what cannot be seen, or makes the rest read otherwise than it stands, put in other words. */
export const withoutUnseen = (text: string, inWords: (character: string) => string): string =>
  text.replace(unseen, inWords)

/** As people can look at it: a name that ends in `[U+202E]gpj.exe` would be shown as one that ends in `exe.jpg`. */
export const plainly = (text: string): string =>
  withoutUnseen(
    text,
    (character) => `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`
  )
