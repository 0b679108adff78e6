import { Effect } from "effect"
import { Idempotency, idempotencyKeyCharsMax, type StoredAnswer } from "../../../core/ports/Idempotency.ts"
import { Secrets } from "../../../core/ports/Secrets.ts"
import type { Contract } from "../api/EndpointContract.ts"
import type { Caller } from "./Binding.ts"
import type { Exchange } from "./Exchange.ts"
import { type Invalid, invalidField } from "./Validation.ts"

/** The key is this request's: what to store with the charge, and how to let go of it. */
export interface HeldKey {
  readonly kind: "held"
  readonly answer: (status: number, body: string) => StoredAnswer
  readonly release: Effect.Effect<void>
}

export interface KeyProblem {
  readonly kind: "problem"
  readonly status: number
  readonly problem: string | Invalid
  readonly retryAfterSeconds?: number
}

/** The answer that this key had before, to be given again. */
export interface Replay {
  readonly kind: "replay"
  readonly answer: StoredAnswer
}

/** How long a caller should wait for the request that holds its key. */
const runningRetrySeconds = 1

/** The IETF draft "The Idempotency-Key HTTP Header Field": claims the caller's key before any work. Null without one. */
export const claimKey = Effect.fnUntraced(function*(
  exchange: Exchange,
  caller: Caller,
  contract: Contract,
  content: string
): Effect.fn.Return<
  HeldKey | KeyProblem | Replay | null,
  never,
  Idempotency | Secrets
> {
  const key = exchange.header("idempotency-key")
  if (key === undefined) return null
  if (key.length === 0 || key.length > idempotencyKeyCharsMax) {
    return invalidKey(`The Idempotency-Key header must have 1 to ${idempotencyKeyCharsMax} characters.`)
  }
  const idempotency = yield* Idempotency
  const { accountId, requestId } = caller
  const fingerprint = (yield* Secrets).sha256Hex(`${contract.operation}\n${content}`)
  const claim = yield* idempotency.claim({ accountId, key, fingerprint, requestId })
  switch (claim.kind) {
    case "claimed":
      return {
        kind: "held",
        answer: (status, body) => ({ accountId, key, requestId, status, body }),
        release: idempotency.release({ accountId, key, requestId })
      }
    case "answered":
      return { kind: "replay", answer: claim.answer }
    case "running":
      return {
        kind: "problem",
        status: 409,
        problem: "A request with this Idempotency-Key is still being worked on.",
        retryAfterSeconds: runningRetrySeconds
      }
    case "mismatch":
      return invalidKey("The Idempotency-Key was used for a request with another content.")
  }
})

const invalidKey = (message: string): KeyProblem => ({
  kind: "problem",
  status: 422,
  problem: invalidField("Idempotency-Key", message)
})
