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
    return { text: subject, why: isMasked(subject) ? "This server keeps such things in part only." : null }
  }
  if (operation === "scan/email/bulk") return { text: null, why: "The addresses of a list are not kept." }
  if (verdict === null) return { text: null, why: "Of what was refused nothing is kept." }
  if (kept === "none") return { text: null, why: "This server does not keep what requests are about." }
  return { text: null, why: operation === "lead/analyze" ? "The lead gave no address." : "Nothing is kept." }
}
