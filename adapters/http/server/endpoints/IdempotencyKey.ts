import { Effect } from "effect"
import { Idempotency, idempotencyKeyCharsMax, type StoredResponse } from "../../../../core/history/Idempotency.ts"
import { Secrets } from "../../../../core/kernel/Secrets.ts"
import type { EndpointProperties } from "../../api/EndpointContract.ts"
import { IdempotencyKeyInUse, InvalidRequest } from "../messages/ErrorResponse.ts"
import type { HttpExchange } from "../messages/HttpExchange.ts"
import { makeFieldError } from "../messages/Validation.ts"
import type { Caller } from "./Route.ts"

/** Idempotency key that this request holds, with functions to build the stored response and to release the key. */
export interface HeldKey {
  readonly kind: "held"
  readonly toStoredResponse: (status: number, body: string) => StoredResponse
  readonly release: Effect.Effect<void>
}

/** Stored response of an idempotency key, which the server sends again. */
export interface ReplayedResponse {
  readonly kind: "replay"
  readonly answer: StoredResponse
}

/** Retry delay in seconds while another request holds the key. */
const runningRetrySeconds = 1

/** Claims the caller's idempotency key before any work (IETF draft "The Idempotency-Key HTTP Header Field"). */
export const claimIdempotencyKey = Effect.fnUntraced(function*(
  exchange: HttpExchange,
  caller: Caller,
  contract: EndpointProperties,
  content: string
): Effect.fn.Return<
  HeldKey | ReplayedResponse,
  InvalidRequest | IdempotencyKeyInUse,
  Idempotency | Secrets
> {
  const key = exchange.header("idempotency-key") ?? ""
  if (key.length === 0 || key.length > idempotencyKeyCharsMax) {
    return yield* invalidIdempotencyKey(
      `Send the Idempotency-Key header once, with 1 to ${idempotencyKeyCharsMax} characters.`
    )
  }
  const idempotency = yield* Idempotency
  const { accountId, requestId } = caller
  const fingerprint = (yield* Secrets).sha256Hex(`${contract.operation}\n${content}`)
  const claim = yield* idempotency.claim({ accountId, key, fingerprint, requestId })
  switch (claim.kind) {
    case "claimed":
      return {
        kind: "held",
        toStoredResponse: (status, body) => ({ accountId, key, requestId, status, body }),
        release: idempotency.release({ accountId, key, requestId })
      }
    case "answered":
      return { kind: "replay", answer: claim.answer }
    case "running":
      return yield* new IdempotencyKeyInUse({ retryAfterSeconds: runningRetrySeconds })
    case "mismatch":
      return yield* invalidIdempotencyKey(
        "This Idempotency-Key was already used for a different request. Use a new key."
      )
  }
})

const invalidIdempotencyKey = (message: string) =>
  new InvalidRequest({ error: makeFieldError("Idempotency-Key", message) })
