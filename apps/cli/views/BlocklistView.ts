import type { BlocklistEntry } from "../../../core/threats/blocklist/BlocklistEntry.ts"
import { table, when } from "../terminal/Table.ts"

/** Entry in the format of `--json`. */
export const entryJson = (entry: BlocklistEntry) => ({
  id: entry.id,
  kind: entry.kind,
  expression: entry.expression,
  action: entry.action,
  reason: entry.reason,
  source: entry.source,
  author: entry.author,
  forced: entry.forced,
  created_at: entry.createdAt,
  expires_at: entry.expiresAt
})

/** Example: `block domain example.com`. */
export const entryWords = ({ action, expression, kind }: BlocklistEntry): string => `${action} ${kind} ${expression}`

export const entryTable = (entries: ReadonlyArray<BlocklistEntry>) =>
  table(entries, [
    { title: "id", align: "right", of: (entry) => entry.id },
    { title: "action", of: ({ action, forced }) => forced ? `${action}, forced` : action },
    { title: "kind", of: (entry) => entry.kind },
    { title: "expression", of: (entry) => entry.expression },
    { title: "source", of: (entry) => entry.source },
    { title: "author", of: (entry) => entry.author },
    { title: "added", of: (entry) => when(entry.createdAt) },
    { title: "expires", of: (entry) => when(entry.expiresAt) },
    { title: "reason", of: (entry) => entry.reason }
  ])
