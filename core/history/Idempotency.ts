import { Context } from "effect"
import type { Effect } from "effect"
import type { AccountId, RequestId } from "../kernel/Ids.ts"

/** Length of an Idempotency-Key, and how long its answer is kept (decision 31). */
export const idempotencyKeyCharsMax = 255
export const idempotencyHoursKept = 24
/** Longer than any request takes. A claim that is older and has no answer was never released; the sweep of its server releases it. */
export const claimMinutesMax = 10

/** The answer to a keyed request, as it will be replayed byte by byte. Only successes are stored. */
export interface StoredAnswer {
  readonly accountId: AccountId
  readonly key: string
  readonly requestId: RequestId
  readonly status: number
  readonly body: string
}

/** What a caller's key stands for at this moment. */
export type Claim =
  /** The key is new: this request holds it now. */
  | { readonly kind: "claimed" }
  /** A request with the same content was answered. */
  | { readonly kind: "answered"; readonly answer: StoredAnswer }
  /** A request with the same content is being worked on. */
  | { readonly kind: "running" }
  /** The key was used for a request with another content. */
  | { readonly kind: "mismatch" }

/** Idempotency keys, by account (a key that is rotated in between must not charge twice). */
export class Idempotency extends Context.Service<Idempotency, {
  readonly claim: (claim: {
    readonly accountId: AccountId
    readonly key: string
    /** Digest of method, path and body. */
    readonly fingerprint: string
    readonly requestId: RequestId
  }) => Effect.Effect<Claim>
  /** The request that held the key came to nothing: the key is free again. */
  readonly release: (claim: {
    readonly accountId: AccountId
    readonly key: string
    readonly requestId: RequestId
  }) => Effect.Effect<void>
  /**
   * Forgets answers older than `idempotencyHoursKept`, and this server's claims without an answer that are older than
   * `claimMinutesMax`. Returns how many.
   */
  readonly sweep: Effect.Effect<number>
}>()("gatehouse/core/history/Idempotency") {}
