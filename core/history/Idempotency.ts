import { Context } from "effect"
import type { Effect } from "effect"
import type { AccountId, RequestId } from "../kernel/Ids.ts"

/** Maximum characters of an Idempotency-Key. Its response is stored for `idempotencyRetentionHours`. */
export const idempotencyKeyCharsMax = 255
export const idempotencyRetentionHours = 24
/**
 * Maximum age in minutes of a claim without a response. No request takes that long, so the request of an older claim
 * ended without releasing it. The server that made the claim releases it in its next sweep.
 */
export const claimMinutesMax = 10

/**
 * Stored response to a request with an Idempotency-Key. The response is replayed byte by byte. Only successful
 * responses are stored.
 */
export interface StoredResponse {
  readonly accountId: AccountId
  readonly key: string
  readonly requestId: RequestId
  readonly status: number
  readonly body: string
}

/** State of an idempotency key. */
export type Claim =
  /** The key is new and now belongs to this request. */
  | { readonly kind: "claimed" }
  /** A request with the same content was already answered. */
  | { readonly kind: "answered"; readonly answer: StoredResponse }
  /** A request with the same content is in progress. */
  | { readonly kind: "running" }
  /** The key was already used for a request with different content. */
  | { readonly kind: "mismatch" }

/**
 * Stores idempotency keys by account. They are independent of API keys, so that an account that replaces its API key
 * between two attempts is not charged twice.
 */
export class Idempotency extends Context.Service<Idempotency, {
  readonly claim: (claim: {
    readonly accountId: AccountId
    readonly key: string
    /** Digest of method, path and body. */
    readonly fingerprint: string
    readonly requestId: RequestId
  }) => Effect.Effect<Claim>
  /** Releases the key of a request that failed. */
  readonly release: (claim: {
    readonly accountId: AccountId
    readonly key: string
    readonly requestId: RequestId
  }) => Effect.Effect<void>
  /**
   * Deletes responses older than `idempotencyRetentionHours`. Also deletes this server's claims without a response that
   * are older than `claimMinutesMax`. Returns the number of deleted keys.
   */
  readonly sweep: Effect.Effect<number>
}>()("gatehouse/core/history/Idempotency") {}
