import { sourceLabel } from "../../../../core/threats/SourceLabel.ts"
import { glossary, termInSentence } from "../../parts/text/Glossary.ts"
import type { Tone } from "../../parts/text/StatusBadge.tsx"
import { categoryInSentence } from "./CodeLabels.ts"

/** Description of a verdict in plain words. */
export interface VerdictDescription {
  readonly tone: Tone
  /** Short text for lists. */
  readonly label: string
  /** Sentences for the detail view, at least one. */
  readonly sentences: ReadonlyArray<string>
}

interface FinishedRequest {
  readonly operation: string
  readonly status: number
  /** Stored verdict; null if the request failed. */
  readonly verdict: string | null
}

export const describeVerdict = ({ operation, status, verdict }: FinishedRequest): VerdictDescription => {
  if (verdict === null) return describeFailure(status)
  const words = verdict.split(",").map((word) => word.trim()).filter((word) => word !== "")
  if (words.length === 0) return description("plain", "Successful", "The request succeeded.")
  switch (operation) {
    case "scan":
      return describeDocument(verdict)
    case "scan/url":
      return describeUrl(words)
    case "scan/email":
      return describeEmail(words)
    case "scan/email/bulk":
      return describeBulk(verdict)
    case "lead/analyze":
      return describeLead(words)
    case "submit-phishing-link":
      return description(
        "info",
        "Reported",
        `Added to the review queue as ${verdict.replace(/^submission /, `${termInSentence("reported")} `)}.`
      )
    default:
      return description("plain", verdict, verdict)
  }
}

const description = (tone: Tone, short: string, ...sentences: ReadonlyArray<string>): VerdictDescription => ({
  tone,
  label: short,
  sentences
})

const describeDocument = (verdict: string): VerdictDescription => {
  const [, rating, score] = /^(\w+)(?: \((\d+)\))?/.exec(verdict) ?? []
  const points = score === undefined ? "" : ` Score: ${score} of 100 (higher is safer).`
  switch (rating) {
    case "ok":
      return description("good", "Low risk", `The document is low risk.${points}`)
    case "warn":
      return description(
        "caution",
        "Suspicious",
        `The document is suspicious. Check with the sender before you open it.${points}`
      )
    case "block":
      return description("bad", "Dangerous", `The document is dangerous. Do not open it.${points}`)
    default:
      return description("plain", verdict, verdict)
  }
}

/** Reports whether a request screened a URL that no source lists. */
export const isNotListed = ({ operation, verdict }: Pick<FinishedRequest, "operation" | "verdict">): boolean =>
  operation === "scan/url" && /^safe(?:,|$)/.test(verdict ?? "")

const describeUrl = (words: ReadonlyArray<string>): VerdictDescription => {
  const [first = "", ...rest] = words
  const notes = rest.map((word) => {
    const [name, source] = splitAtColon(word)
    if (name === "observed") return `${source} lists it too, but is in observe-only mode.`
    return name === "stale" ? `The data of ${source} was out of date.` : word
  })
  const [name, value] = splitAtColon(first)
  switch (name) {
    case "safe":
      return description(
        "good",
        "Not listed",
        "No source lists the URL. It may still be harmful.",
        ...notes
      )
    case "bad":
      return description("bad", "Listed", `The URL is listed by ${sourceLabel(value)}.`, ...notes)
    case "allowed":
      return description("good", "Allowed", `The blocklist allows the URL (${value}).`, ...notes)
    default:
      return description("plain", first, ...words)
  }
}

const emailSentences: ReadonlyMap<string, readonly [Tone, string, string]> = new Map([
  ["disposable", ["caution", termInSentence("disposable"), "The address is disposable."]],
  ["email_blocked", ["bad", "blocked", "A rule of this account blocks the address."]],
  ["role_account", [
    "plain",
    termInSentence("role"),
    "The address belongs to a function, such as info or admin, not to a person."
  ]],
  ["public_domain", ["plain", termInSentence("freeProvider"), "Anyone can get an address at this provider."]]
])

const describeEmail = (words: ReadonlyArray<string>): VerdictDescription => {
  if (words[0] === "nothing found") return description("good", "No issues", "The check found no issues.")
  const known = words.map((word) => emailSentences.get(word) ?? (["plain", word, word] as const))
  const [tone, worst] = known.reduce((worst, one) =>
    tonesBySeverity.indexOf(one[0]) > tonesBySeverity.indexOf(worst[0]) ? one : worst
  )
  return {
    tone,
    // Shows the most severe finding and the number of others, because the column is narrow.
    label: sentenceCase(worst) + (known.length === 1 ? "" : ` and ${known.length - 1} more`),
    sentences: known.map(([, , sentence]) => sentence)
  }
}

const describeBulk = (verdict: string): VerdictDescription => {
  const [, checked, invalid] = /^(\d+) checked, (\d+) invalid$/.exec(verdict) ?? []
  if (checked === undefined || invalid === undefined) return description("plain", verdict, verdict)
  const bad = invalid === "0"
    ? "All were valid."
    : `${counted(invalid, "item was not a valid address", "items were not valid addresses")}.`
  return description("info", `${checked} checked`, `${counted(checked, "address", "addresses")} checked.`, bad)
}

const describeLead = (words: ReadonlyArray<string>): VerdictDescription => {
  const [first = "", ...categories] = words
  const [name = "", risk] = first.split(" ")
  const points = risk === undefined ? "" : ` Risk: ${risk} of 100 (higher is riskier).`
  const noticed = categories.length === 0
    ? []
    : [`Findings: ${categories.map(categoryInSentence).join(", ")}.`]
  switch (name) {
    case "clean":
      return description("good", "Clean", `The lead shows no sign of spam.${points}`, ...noticed)
    case "review":
      return description("caution", glossary.review, `The lead needs a review.${points}`, ...noticed)
    case "spam":
      return description("bad", "Spam", `The lead is spam.${points}`, ...noticed)
    default:
      return description("plain", first, ...words)
  }
}

/** Describes a response status for use within a sentence: `too many requests (429)`. */
export const statusInSentence = (status: number): string => {
  const { label } = describeFailure(status)
  return label.endsWith(String(status)) ? label.toLowerCase() : `${label.toLowerCase()} (${status})`
}

/** Describes a response status with its number first: `200, successful`. */
export const statusWithCode = (status: number): string => {
  if (status < 400) return `${status}, successful`
  const { label } = describeFailure(status)
  return label.endsWith(String(status)) ? String(status) : `${status}, ${label.toLowerCase()}`
}

const describeFailure = (status: number): VerdictDescription => {
  const fault = ["Server error", "The server failed. The request itself was not the cause."] as const
  const failures: Readonly<Record<number, readonly [string, string]>> = {
    400: [
      "Malformed request",
      "The server could not read the request, or a scan did not contain exactly one file or one URL."
    ],
    403: ["Not enough credits", "The account did not have enough credits."],
    409: ["In progress", "A request with the same Idempotency-Key was still in progress."],
    413: ["Too large", "The request body exceeded the size limit of the endpoint."],
    422: ["Rejected", "The request was invalid, or could not be processed."],
    429: ["Too many requests", "The key exceeded its limit of requests per minute."],
    499: ["Client disconnected", "The client disconnected before the response was ready."],
    500: fault,
    503: ["Busy", "Too many documents were in the queue."]
  }
  const [short, sentence] = failures[status] ??
    (status >= 500 ? fault : [`Status ${status}`, `The server returned status ${status}.`])
  return description("failed", short, sentence, "It was free of charge.")
}

/** Tones in ascending order of severity. */
const tonesBySeverity: ReadonlyArray<Tone> = ["good", "info", "plain", "caution", "bad", "failed"]

const splitAtColon = (text: string): readonly [string, string] => {
  const at = text.indexOf(":")
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1).trim()]
}

const counted = (count: string, one: string, many = `${one}s`): string => `${count} ${count === "1" ? one : many}`

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
