import { defaultReasons, operatorSource } from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import type { ApiResponse } from "../../api/Client.ts"
import { relativeText } from "../../parts/text/Formats.ts"
import { termInSentence } from "../../parts/text/Glossary.ts"
import type { Scope } from "./ScopePreview.ts"

export type Entry = ApiResponse<"threats", "blocklist">["items"][number]

/** Short labels of the scopes, for lists. */
export const shortScopeLabels: Readonly<Record<Scope, string>> = {
  url: "This URL",
  page: "This page",
  prefix: "This path",
  host: "This host",
  domain: "Whole domain"
}

const placeholderReasons: ReadonlySet<string> = new Set([...Object.values(defaultReasons), ""])

/** Returns the reason that a user entered; null if the reason is empty or a default. */
export const enteredReason = ({ reason }: Pick<Entry, "reason">): string | null =>
  placeholderReasons.has(reason) ? null : reason

/** Reports whether an entry comes from a reported link or an imported list. */
export const hasSource = ({ source }: Pick<Entry, "source">): boolean => source !== operatorSource

/** Formats the expiry of an entry: `expires in 85 days`, `never expires`. */
export const formatExpiry = (expiresAt: number | null, now: number): string =>
  expiresAt === null ? "never expires" : `${expiresAt > now ? "expires" : "expired"} ${relativeText(expiresAt, now)}`

/** Returns the number of the reported link that an entry came from; null for any other source. */
export const submissionNumber = (source: string): string | null => /^submission:(\d+)$/.exec(source)?.[1] ?? null

/** Describes the source of an entry: the number of a reported link, or the name of an imported list. */
export const sourceLabel = (source: string): string => {
  const submission = submissionNumber(source)
  return submission === null ? `from ${source}` : `${termInSentence("reported")} ${submission}`
}

/** Converts a typed source to the stored form: `reported link 17` and `link 17` become `submission:17`. */
export const parseSource = (typed: string): string =>
  typed.trim().replace(/^(?:submission|(?:reported\s+)?link)[\s:#]*(?=\d+$)/i, "submission:")
