import { Effect } from "effect"
import type { NewAuditEntry } from "../../core/audit/AuditEntry.ts"
import { AuditLog } from "../../core/audit/AuditLog.ts"

/**
 * Runs an effect that moves the clock back and forth. Then writes the effect's audit entries in chronological order.
 */
export const auditInTimeOrder = Effect.fnUntraced(function*<A, E, R>(effect: Effect.Effect<A, E, R>) {
  const log = yield* AuditLog
  const entries: Array<NewAuditEntry> = []
  const append = (entry: NewAuditEntry) => Effect.sync(() => void entries.push(entry))
  const done = yield* effect.pipe(Effect.provideService(AuditLog, { ...log, append }))
  for (const entry of entries.toSorted((one, other) => one.at.getTime() - other.at.getTime())) yield* log.append(entry)
  return done
})
