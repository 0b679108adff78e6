import { Context } from "effect"
import type { Effect } from "effect"
import type { StoredResponse } from "../history/Idempotency.ts"
import type { NewRequest } from "../history/RequestHistory.ts"
import type { AccountId, RequestId } from "../kernel/Ids.ts"
import type { LedgerCommand } from "./LedgerCommand.ts"
import type { Balance, CreditsFailure, LedgerResult } from "./LedgerRules.ts"
import type { LedgerLine, MovementKind } from "./Movement.ts"

/** Rows that are stored in the same commit as a movement. They are not stored if the command is refused. */
export interface LedgerAttachments {
  readonly record?: NewRequest
  readonly answer?: StoredResponse
}

/** Result of `verify`. `faults` is empty if the ledger is consistent. */
export interface LedgerAudit {
  readonly movements: number
  /** Sum of all entries of all buckets, which must be zero. */
  readonly sum: number
  readonly faults: ReadonlyArray<string>
}

/**
 * Append-only credit ledger. Changes are durable (on disk) when an effect completes.
 *
 * Every reservation and charge is in flight until `markDelivered` reports that its response was handed over.
 * `refundOrphans` refunds requests that were in flight when their instance died, because the response may never have
 * arrived.
 */
export class Ledger extends Context.Service<Ledger, {
  /** Decides the movements of a command and appends them. Returns the balance afterwards. */
  readonly execute: (
    command: LedgerCommand,
    companions?: LedgerAttachments
  ) => Effect.Effect<LedgerResult, CreditsFailure>
  /** Records that the response was handed to the caller. Returns immediately; a later commit stores the record. */
  readonly markDelivered: (requestId: RequestId) => void
  readonly balance: (accountId: AccountId) => Effect.Effect<Balance>
  /** Returns lines with a version below `before`, newest first. */
  readonly statement: (
    accountId: AccountId,
    page: { readonly kind?: MovementKind; readonly before?: number; readonly limit: number }
  ) => Effect.Effect<ReadonlyArray<LedgerLine>>
  /** Returns the movements of a request, oldest first. */
  readonly movements: (accountId: AccountId, requestId: RequestId) => Effect.Effect<ReadonlyArray<LedgerLine>>
  /**
   * Refunds requests that were in flight on dead instances. Returns the number of refunded requests. Runs at startup
   * and every few seconds.
   */
  readonly refundOrphans: Effect.Effect<number>
  /** Recomputes every balance from the movements and reports inconsistencies. */
  readonly verify: Effect.Effect<LedgerAudit>
}>()("gatehouse/core/credits/Ledger") {}
