import { operatorSource, reasonUnsaid } from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import type { Answer } from "../../api/Client.ts"
import { relativeText } from "../../parts/text/Formats.ts"
import { termWithin } from "../../parts/text/Glossary.ts"
import type { Scope } from "./ScopePreview.ts"

export type Entry = Answer<"threats", "blocklist">["items"][number]

/** How much an entry covers, where there is room for a word or two. */
export const scopeShort: Readonly<Record<Scope, string>> = {
  url: "This URL",
  page: "This page",
  prefix: "This path",
  host: "This host",
  domain: "Whole domain"
}

const unsaid: ReadonlySet<string> = new Set([...Object.values(reasonUnsaid), ""])

/** Why it was added, in somebody's words; null where nobody said. */
export const reasonSaid = ({ reason }: Pick<Entry, "reason">): string | null => unsaid.has(reason) ? null : reason

/** Whether it came with something that can be named: a submission, or a list. */
export const hasSource = ({ source }: Pick<Entry, "source">): boolean => source !== operatorSource

/** `ends in 85 days`, `never ends`. */
export const endText = (expiresAt: number | null, now: number): string =>
  expiresAt === null ? "never ends" : `${expiresAt > now ? "ends" : "ended"} ${relativeText(expiresAt, now)}`

/** The number of the submission that an entry of the blocklist came of; null of another source. */
export const submissionOf = (source: string): string | null => /^submission:(\d+)$/.exec(source)?.[1] ?? null

/** Where an entry of the blocklist comes from, in words: `submission:17`, or the name of an imported list. */
export const sourceWords = (source: string): string => {
  const submission = submissionOf(source)
  return submission === null ? `from ${source}` : `${termWithin("reported")} ${submission}`
}

/** What somebody types to find a source, as entries keep it: `reported link 17`, or `link 17`, is `submission:17`. */
export const sourceText = (typed: string): string =>
  typed.trim().replace(/^(?:submission|(?:reported\s+)?link)[\s:#]*(?=\d+$)/i, "submission:")
