import { Context } from "effect"
import type { Effect } from "effect"
import type { AccountId, MemberId } from "../kernel/Ids.ts"
import type { AuditEntry, NewAuditEntry } from "./AuditEntry.ts"

/** Audit log of all accounts. */
export class AuditLog extends Context.Service<AuditLog, {
  /** Appends an entry. It is durable when the effect completes. */
  readonly append: (entry: NewAuditEntry) => Effect.Effect<void>
  /**
   * Appends an entry after a delay; the effect completes at once. The entry is durable after the delay, or when the
   * storage closes if that is earlier. Write errors are logged by the process.
   */
  readonly appendAfterDelay: (entry: NewAuditEntry, millis: number) => Effect.Effect<void>
  /** Returns entries, newest first. `action` is an action or its group (`key` for all actions on keys). */
  readonly list: (filter: {
    readonly accountId: AccountId
    readonly action?: string
    /** Only actions of this member. */
    readonly memberId?: MemberId
    /** Only actions on the command line. */
    readonly onCommandLine?: boolean
    /** Only entries with an ID below this one. */
    readonly before?: number
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<AuditEntry>>
  readonly count: (accountId: AccountId) => Effect.Effect<number>
  /**
   * Replaces actor, target, detail and address of stored entries with the same account and ID. Used to erase personal
   * data.
   */
  readonly rewrite: (accountId: AccountId, entries: ReadonlyArray<AuditEntry>) => Effect.Effect<void>
  /** Deletes the entries that are older than `before`. Returns the number of deleted entries. */
  readonly sweep: (before: Date) => Effect.Effect<number>
}>()("gatehouse/core/audit/AuditLog") {}
