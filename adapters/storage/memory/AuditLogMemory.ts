import { Effect, Layer } from "effect"
import { isCommandLineEntry } from "../../../core/audit/ActorName.ts"
import type { AuditEntry, NewAuditEntry } from "../../../core/audit/AuditEntry.ts"
import { AuditLog } from "../../../core/audit/AuditLog.ts"
import type { AccountId } from "../../../core/kernel/Ids.ts"
import { makeTaskScheduler } from "../../../core/members/TaskScheduler.ts"

/** Maximum number of entries. The oldest entry is dropped first. */
export const auditEntriesMax = 10_000

export const layer: Layer.Layer<AuditLog> = Layer.effect(
  AuditLog,
  Effect.gen(function*() {
    const later = yield* makeTaskScheduler
    let entries: Array<AuditEntry> = []
    let lastId = 0
    const of = (accountId: AccountId) => entries.filter((entry) => entry.accountId === accountId)
    const append = (entry: NewAuditEntry) =>
      Effect.sync(() => {
        entries.push({ id: ++lastId, ...entry })
        if (entries.length > auditEntriesMax) entries.shift()
      })
    return AuditLog.of({
      append,
      appendAfterDelay: (entry, millis) => later(append(entry), millis),
      list: ({ accountId, action, before = Infinity, limit, memberId, onCommandLine = false }) =>
        Effect.sync(() =>
          of(accountId).filter((entry) =>
            entry.id < before && (memberId === undefined || entry.memberId === memberId) &&
            (!onCommandLine || isCommandLineEntry(entry)) &&
            (action === undefined || `${entry.action}.`.startsWith(`${action}.`))
          ).toReversed().slice(0, limit)
        ),
      count: (accountId) => Effect.sync(() => of(accountId).length),
      rewrite: (accountId, rewritten) =>
        Effect.sync(() => {
          const byId = new Map(rewritten.map((entry) => [entry.id, entry]))
          entries = entries.map((entry) => {
            const replacement = entry.accountId === accountId ? byId.get(entry.id) : undefined
            if (replacement === undefined) return entry
            const { actor, address, detail, memberId, target } = replacement
            return { ...entry, actor, memberId, target, detail, address }
          })
        }),
      sweep: (before) =>
        Effect.sync(() => {
          const remaining = entries.filter(({ at }) => at >= before)
          const swept = entries.length - remaining.length
          entries = remaining
          return swept
        })
    })
  })
)
