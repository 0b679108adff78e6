import { Context } from "effect"
import type { Effect } from "effect"
import type { AccountId, MemberId } from "../kernel/Ids.ts"
import type { AuditEntry, NewAuditEntry } from "./AuditEntry.ts"

/** Audit log of all accounts. */
export class AuditLog extends Context.Service<AuditLog, {
  /** Durable when it returns. */
  readonly append: (entry: NewAuditEntry) => Effect.Effect<void>
  /**
   * Returns immediately. The entry is durable after the delay, or at the latest when the storage closes. Write errors go to the
   * process log.
   */
  readonly appendAfterDelay: (entry: NewAuditEntry, millis: number) => Effect.Effect<void>
  /** Returns entries, newest first. `action` is an action or its first word (`key` for all actions on keys). */
  readonly list: (filter: {
    readonly accountId: AccountId
    readonly action?: string
    /** Only actions of this member. */
    readonly memberId?: MemberId
    /** Only actions on the command line. */
    readonly onCommandLine?: boolean
    /** Only ids below this one. */
    readonly before?: number
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<AuditEntry>>
  readonly count: (accountId: AccountId) => Effect.Effect<number>
  /** Replaces actor, target, detail and address of these entries, found by account and id. For the erasure of personal data. */
  readonly rewrite: (accountId: AccountId, entries: ReadonlyArray<AuditEntry>) => Effect.Effect<void>
  /** Deletes older entries. Returns the number deleted. */
  readonly sweep: (before: Date) => Effect.Effect<number>
}>()("gatehouse/core/audit/AuditLog") {}
