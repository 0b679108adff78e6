import { Effect } from "effect"
import type { AccountId } from "../../../../core/kernel/Ids.ts"
import { Secrets } from "../../../../core/kernel/Secrets.ts"
import { ApiKeys } from "../../../../core/keys/ApiKeys.ts"
import { authenticator } from "../../../../core/keys/Authenticate.ts"
import type { Exchange } from "../messages/Exchange.ts"
import type { Failure } from "../messages/Refusal.ts"

/** Who was let in. */
export interface Admitted {
  readonly accountId: AccountId
  /** What rate and history are kept by. */
  readonly id: string
  readonly requestsPerMinute: number
}

/** How one finds out who asks: the first step of the way of every request that is charged. */
export interface Admission {
  readonly admit: (exchange: Exchange) => Effect.Effect<Admitted, Failure>
  /** Told of everybody who was let in, in milliseconds since 1970. */
  readonly used: (id: string, at: number) => void
}

/** By the key in the `API-KEY` header. */
export const byApiKey: Effect.Effect<Admission, never, ApiKeys | Secrets> = Effect.gen(function*() {
  const apiKeys = yield* ApiKeys
  const authenticate = authenticator(apiKeys, yield* Secrets)
  return { admit: (exchange) => authenticate(exchange.header("api-key") ?? ""), used: apiKeys.used }
})
