import { isMasked } from "./Curl.ts"

interface Said {
  /** The subject as it is kept; null where nothing is. */
  readonly text: string | null
  /** Why it is not whole. */
  readonly why: string | null
}

/** What a request was about, and why that is not all of it. */
export const subjectSaid = (
  { operation, subject, verdict }: {
    readonly operation: string
    readonly subject: string | null
    readonly verdict: string | null
  },
  kept: "masked" | "full" | "none"
): Said => {
  if (subject !== null) {
    return {
      text: subject,
      why: isMasked(subject) ? "Masked to protect people's data: this server keeps only a part." : null
    }
  }
  if (operation === "scan/email/bulk") return { text: null, why: "The addresses of a list are not kept." }
  if (verdict === null) {
    return { text: null, why: "Of what was refused only the reason is kept, not what it was about." }
  }
  if (kept === "none") return { text: null, why: "This server does not keep what requests are about." }
  return { text: null, why: operation === "lead/analyze" ? "The lead gave no address." : "Nothing is kept." }
}

/** In a list, in place of a subject that is not there. */
export const withoutSubject = (operation: string): string =>
  operation === "scan/email/bulk" ? "A list of addresses" : "Not kept"

/** Characters of a subject in a list: a URL may have thousands. */
export const subjectCharsShown = 90

/** Cut in the middle: of a URL the host matters, of a file name the ending. */
export const shortened = (text: string): string => {
  const characters = [...text]
  if (characters.length <= subjectCharsShown) return text
  const end = Math.floor(subjectCharsShown / 3)
  return `${characters.slice(0, subjectCharsShown - end - 1).join("")}…${characters.slice(-end).join("")}`
}
