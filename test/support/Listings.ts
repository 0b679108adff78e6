import type { BlocklistEntry, BlocklistTarget, NewBlocklistEntry } from "../../core/urls/BlocklistEntry.ts"

/** An entry that blocks for ever, as an operator adds it. */
export const blocking = (
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

/** The same once it is stored. */
export const stored = (id: number, entry: NewBlocklistEntry): BlocklistEntry => ({ id, ...entry })
