import { operatorSource, reasonUnsaid } from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import type { Answer } from "../../api/Client.ts"
import { relativeText } from "../../parts/Formats.ts"
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
