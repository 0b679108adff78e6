import { Context } from "effect"
import type { Effect } from "effect"
import type { AccountId, RequestId } from "../kernel/Ids.ts"

/** Length limit of an Idempotency-Key, and how long its response is stored (decision 31). */
export const idempotencyKeyCharsMax = 255
export const idempotencyRetentionHours = 24
/** Longer than any request takes. An older claim without a response was never released; its server's sweep releases it. */
export const claimMinutesMax = 10

/** Stored response to a request with an Idempotency-Key, replayed byte by byte. Only successful responses are stored. */
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
  /** A request with the same content was answered. */
  | { readonly kind: "answered"; readonly answer: StoredResponse }
  /** A request with the same content is in progress. */
  | { readonly kind: "running" }
  /** The key was used for a request with different content. */
  | { readonly kind: "mismatch" }

/** Idempotency keys by account, not by API key: a key rotation between two attempts must not charge twice. */
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
   * Deletes responses older than `idempotencyRetentionHours`, and this server's claims without a response that are older than
   * `claimMinutesMax`. Returns the number deleted.
   */
  readonly sweep: Effect.Effect<number>
}>()("gatehouse/core/history/Idempotency") {}
