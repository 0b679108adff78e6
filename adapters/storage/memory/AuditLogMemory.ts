import { Effect, Layer } from "effect"
import type { AuditEntry } from "../../../core/members/AuditEntry.ts"
import { AuditLog, erasedActor } from "../../../core/ports/AuditLog.ts"

/** Entries kept; the oldest goes first. */
export const auditEntriesMax = 10_000

export const layer: Layer.Layer<AuditLog> = Layer.sync(AuditLog, () => {
  let entries: Array<AuditEntry> = []
  let lastId = 0
  const of = (accountId: string) => entries.filter((entry) => entry.accountId === accountId)
  return AuditLog.of({
    append: (entry) =>
      Effect.sync(() => {
        entries.push({ id: ++lastId, ...entry })
        if (entries.length > auditEntriesMax) entries.shift()
      }),
    list: ({ accountId, action, before = Infinity, limit }) =>
      Effect.sync(() =>
        of(accountId).filter((entry) =>
          entry.id < before && (action === undefined || `${entry.action}.`.startsWith(`${action}.`))
        ).toReversed().slice(0, limit)
      ),
    count: (accountId) => Effect.sync(() => of(accountId).length),
    blank: (accountId, ids) =>
      Effect.sync(() => {
        entries = entries.map((entry) =>
          entry.accountId === accountId && ids.includes(entry.id)
            ? { ...entry, actor: erasedActor, memberId: null, target: "", detail: "", address: "" }
            : entry
        )
      }),
    sweep: (before) =>
      Effect.sync(() => {
        const kept = entries.filter(({ at }) => at >= before)
        const swept = entries.length - kept.length
        entries = kept
        return swept
      })
  })
})
