import { nameOfSource } from "../../../../core/threats/NameOfSource.ts"
import { glossary, termInSentence } from "../../parts/text/Glossary.ts"
import type { Tone } from "../../parts/text/StatusBadge.tsx"
import { categoryWithin } from "./CodeInWords.ts"

/** A verdict in plain words. */
export interface Said {
  readonly tone: Tone
  /** Short text for lists. */
  readonly short: string
  /** One or more sentences for the detail view. */
  readonly sentences: ReadonlyArray<string>
}

interface Judged {
  readonly operation: string
  readonly status: number
  /** Stored verdict; null if the request failed. */
  readonly verdict: string | null
}

export const verdictSaid = ({ operation, status, verdict }: Judged): Said => {
  if (verdict === null) return failureSaid(status)
  const words = verdict.split(",").map((word) => word.trim()).filter((word) => word !== "")
  if (words.length === 0) return said("plain", "Answered", "The request was answered.")
  switch (operation) {
    case "scan":
      return documentSaid(verdict)
    case "scan/url":
      return urlSaid(words)
    case "scan/email":
      return emailSaid(words)
    case "scan/email/bulk":
      return bulkSaid(verdict)
    case "lead/analyze":
      return leadSaid(words)
    case "submit-phishing-link":
      return said(
        "info",
        "Reported",
        `Taken for review as ${verdict.replace(/^submission /, `${termInSentence("reported")} `)}.`
      )
    default:
      return said("plain", verdict, verdict)
  }
}

const said = (tone: Tone, short: string, ...sentences: ReadonlyArray<string>): Said => ({ tone, short, sentences })

const documentSaid = (verdict: string): Said => {
  const [, rating, score] = /^(\w+)(?: \((\d+)\))?/.exec(verdict) ?? []
  const points = score === undefined ? "" : ` Its score is ${score} of 100 (higher is safer).`
  switch (rating) {
    case "ok":
      return said("good", "Low risk", `The document is of low risk.${points}`)
    case "warn":
      return said("caution", "Deserves a look", `The document deserves a look before somebody opens it.${points}`)
    case "block":
      return said("bad", "Do not open", `The document should not be opened.${points}`)
    default:
      return said("plain", verdict, verdict)
  }
}

/** Reports whether a URL was screened and is not listed. */
export const isNotListed = ({ operation, verdict }: Pick<Judged, "operation" | "verdict">): boolean =>
  operation === "scan/url" && /^safe(?:,|$)/.test(verdict ?? "")

const urlSaid = (words: ReadonlyArray<string>): Said => {
  const [first = "", ...rest] = words
  const notes = rest.map((word) => {
    const [name, source] = pair(word)
    if (name === "observed") return `${source} lists it too, but is only observed.`
    return name === "stale" ? `The data of ${source} was old.` : word
  })
  const [name, value] = pair(first)
  switch (name) {
    case "safe":
      return said("good", "Not listed", "Nobody lists the URL. That does not mean that it is harmless.", ...notes)
    case "bad":
      return said("bad", "Listed", `The URL is listed by ${nameOfSource(value)}.`, ...notes)
    case "allowed":
      return said("good", "Allowed", `The blocklist allows the URL (${value}).`, ...notes)
    default:
      return said("plain", first, ...words)
  }
}

const emailSentences: ReadonlyMap<string, readonly [Tone, string, string]> = new Map([
  ["disposable", ["caution", termInSentence("throwaway"), "The address is a throwaway one."]],
  ["email_blocked", ["bad", "blocked", "A rule of this account blocks the address."]],
  ["role_account", ["plain", termInSentence("role"), "The address names a function, not a person."]],
  ["public_domain", ["plain", termInSentence("publicProvider"), "The address is at a provider that anybody can use."]]
])

const emailSaid = (words: ReadonlyArray<string>): Said => {
  if (words[0] === "nothing found") return said("good", "Nothing found", "Nothing speaks against the address.")
  const known = words.map((word) => emailSentences.get(word) ?? (["plain", word, word] as const))
  const [tone, worst] = known.reduce((worst, one) => tones.indexOf(one[0]) > tones.indexOf(worst[0]) ? one : worst)
  return {
    tone,
    // Shows the most severe finding and the number of others, because the column is narrow.
    short: sentenceCase(worst) + (known.length === 1 ? "" : ` and ${known.length - 1} more`),
    sentences: known.map(([, , sentence]) => sentence)
  }
}

const bulkSaid = (verdict: string): Said => {
  const [, checked, invalid] = /^(\d+) checked, (\d+) invalid$/.exec(verdict) ?? []
  if (checked === undefined || invalid === undefined) return said("plain", verdict, verdict)
  const bad = invalid === "0" ? "None was invalid." : `${counted(invalid, "item")} could not be read as an address.`
  return said("info", `${checked} checked`, `${counted(checked, "address", "addresses")} checked.`, bad)
}

const leadSaid = (words: ReadonlyArray<string>): Said => {
  const [first = "", ...categories] = words
  const [name = "", risk] = first.split(" ")
  const points = risk === undefined ? "" : ` Its risk is ${risk} of 100 (higher is riskier).`
  const noticed = categories.length === 0
    ? []
    : [`Noticed: ${categories.map(categoryWithin).join(", ")}.`]
  switch (name) {
    case "clean":
      return said("good", "Clean", `The lead looks like one of a person.${points}`, ...noticed)
    case "review":
      return said("caution", glossary.toReview, `Somebody should read the lead.${points}`, ...noticed)
    case "spam":
      return said("bad", "Spam", `The lead is spam.${points}`, ...noticed)
    default:
      return said("plain", first, ...words)
  }
}

/** Describes a response status for use within a sentence: `too many requests (429)`. */
export const statusSaid = (status: number): string => {
  const { short } = failureSaid(status)
  return short.endsWith(String(status)) ? short.toLowerCase() : `${short.toLowerCase()} (${status})`
}

/** Describes a response status with its number first: `200, answered`. */
export const statusFact = (status: number): string => {
  if (status < 400) return `${status}, answered`
  const { short } = failureSaid(status)
  return short.endsWith(String(status)) ? String(status) : `${status}, ${short.toLowerCase()}`
}

const failureSaid = (status: number): Said => {
  const fault = ["Fault", "The server failed. This was not the caller's mistake."] as const
  const failures: Readonly<Record<number, readonly [string, string]>> = {
    400: ["Not understood", "The request could not be read, or gave neither or both of file and URL."],
    403: ["No credits", "The account had not enough credits."],
    409: ["Still running", "A request with the same Idempotency-Key was still being worked on."],
    413: ["Too large", "The body was larger than this endpoint takes."],
    422: ["Refused", "What was sent had the wrong shape, or could not be carried out."],
    429: ["Too many requests", "The key had made more requests than it may in a minute."],
    499: ["Caller gone", "Whoever asked did not wait for the answer."],
    500: fault,
    503: ["Busy", "Too many documents were waiting."]
  }
  const [short, sentence] = failures[status] ??
    (status >= 500 ? fault : [`Status ${status}`, `The request was answered with the status ${status}.`])
  return said("failed", short, sentence, "It cost nothing.")
}

/** Tones by severity, most severe last. */
const tones: ReadonlyArray<Tone> = ["good", "info", "plain", "caution", "bad", "failed"]

const pair = (text: string): readonly [string, string] => {
  const at = text.indexOf(":")
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1).trim()]
}

const counted = (count: string, one: string, many = `${one}s`): string => `${count} ${count === "1" ? one : many}`

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
