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
