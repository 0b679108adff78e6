import { Context } from "effect"
import type { Effect } from "effect"
import type { AccountId, MemberId } from "../kernel/Ids.ts"
import type { AuditEntry, NewAuditEntry } from "./AuditEntry.ts"

/** Who did what. */
export class AuditLog extends Context.Service<AuditLog, {
  /** On disk when it returns. */
  readonly append: (entry: NewAuditEntry) => Effect.Effect<void>
  /**
   * Returns at once, whatever the disk does: the entry is on it so many milliseconds later, and before the storage closes. What cannot be
   * written is told by the process's own log.
   */
  readonly appendLater: (entry: NewAuditEntry, millis: number) => Effect.Effect<void>
  /** Newest first; an action or what it begins with (`key` for all of keys). */
  readonly list: (filter: {
    readonly accountId: AccountId
    readonly action?: string
    /** Only what this member did. */
    readonly memberId?: MemberId
    /** Only what was done on the command line. */
    readonly onCommandLine?: boolean
    /** Only ids below this one. */
    readonly before?: number
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<AuditEntry>>
  readonly count: (accountId: AccountId) => Effect.Effect<number>
  /** Writes the words of these entries anew, found by account and id: who, to what, detail, address. For the erasure of somebody's data. */
  readonly rewrite: (accountId: AccountId, entries: ReadonlyArray<AuditEntry>) => Effect.Effect<void>
  /** Removes what is older; returns how many. */
  readonly sweep: (before: Date) => Effect.Effect<number>
}>()("gatehouse/core/audit/AuditLog") {}
