import type {
  BlocklistEntry,
  BlocklistTarget,
  NewBlocklistEntry
} from "../../../core/threats/blocklist/BlocklistEntry.ts"

/** Returns an entry that an operator added and that never expires. */
export const operatorEntry = (
  kind: BlocklistTarget["kind"],
  expression: string,
  changes: Partial<NewBlocklistEntry> = {}
): NewBlocklistEntry => ({
  kind,
  expression,
  action: "block",
  reason: "test",
  source: "operator",
  author: "ann",
  forced: false,
  createdAt: new Date("2026-11-20T10:00:00.000Z"),
  expiresAt: null,
  ...changes
})

/** Returns the entry with an id, as the storage returns it. */
export const withId = (id: number, entry: NewBlocklistEntry): BlocklistEntry => ({ id, ...entry })
