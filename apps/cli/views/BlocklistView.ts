import type { BlocklistEntry } from "../../../core/threats/blocklist/BlocklistEntry.ts"
import { formatInstant, formatTable } from "../terminal/Table.ts"

/** Returns an entry in the format of `--json`. */
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

/** Formats an entry, for example as `block domain example.com`. */
export const describeEntry = ({ action, expression, kind }: BlocklistEntry): string => `${action} ${kind} ${expression}`

export const entryTable = (entries: ReadonlyArray<BlocklistEntry>) =>
  formatTable(entries, [
    { title: "id", align: "right", value: (entry) => entry.id },
    { title: "action", value: ({ action, forced }) => forced ? `${action}, forced` : action },
    { title: "kind", value: (entry) => entry.kind },
    { title: "expression", value: (entry) => entry.expression },
    { title: "source", value: (entry) => entry.source },
    { title: "author", value: (entry) => entry.author },
    { title: "added", value: (entry) => formatInstant(entry.createdAt) },
    { title: "expires", value: (entry) => formatInstant(entry.expiresAt) },
    { title: "reason", value: (entry) => entry.reason }
  ])
