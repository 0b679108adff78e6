import { Context } from "effect"
import type { Effect } from "effect"
import type { StoredAnswer } from "../history/Idempotency.ts"
import type { NewRequest } from "../history/RequestHistory.ts"
import type { AccountId, RequestId } from "../kernel/Ids.ts"
import type { Balance, CreditsFailure, Executed } from "./Ledger.ts"
import type { LedgerCommand } from "./LedgerCommand.ts"
import type { LedgerLine, MovementKind } from "./Movement.ts"

/** What is stored in the same commit as a movement, or not at all when the command is refused. */
export interface Companions {
  readonly record?: NewRequest
  readonly answer?: StoredAnswer
}

/** What `verify` found wrong; empty when the ledger is sound. */
export interface LedgerAudit {
  readonly movements: number
  /** Sum of all entries of all buckets. Zero. */
  readonly sum: number
  readonly faults: ReadonlyArray<string>
}

/**
 * The credit ledger: append-only, and durable (on disk) when an effect of it returns.
 *
 * Every reservation and charge counts as in flight, until `answered` says that its answer has left the house. What an
 * instance had in flight when it died is refunded by `refundOrphans`: nobody pays for an answer that may never have come.
 */
export class Ledger extends Context.Service<Ledger, {
  /** Decides and appends. Returns the balance afterwards. */
  readonly execute: (command: LedgerCommand, companions?: Companions) => Effect.Effect<Executed, CreditsFailure>
  /** The answer of this request was handed to the caller. Returns at once; written with one of the next commits. */
  readonly answered: (requestId: RequestId) => void
  readonly balance: (accountId: AccountId) => Effect.Effect<Balance>
  /** Newest first; only lines with a version below `before`. */
  readonly statement: (
    accountId: AccountId,
    page: { readonly kind?: MovementKind; readonly before?: number; readonly limit: number }
  ) => Effect.Effect<ReadonlyArray<LedgerLine>>
  /** What a request did to the balance, oldest first. */
  readonly movements: (accountId: AccountId, requestId: RequestId) => Effect.Effect<ReadonlyArray<LedgerLine>>
  /** Refunds what dead instances had in flight; returns how many requests. Runs at start and every few seconds. */
  readonly refundOrphans: Effect.Effect<number>
  /** Recomputes every balance from the movements. */
  readonly verify: Effect.Effect<LedgerAudit>
}>()("gatehouse/core/credits/LedgerPort") {}
