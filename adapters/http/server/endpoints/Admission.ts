import { Effect } from "effect"
import type { AccountId } from "../../../../core/kernel/Ids.ts"
import { Secrets } from "../../../../core/kernel/Secrets.ts"
import { ApiKeys } from "../../../../core/keys/ApiKeys.ts"
import { makeAuthenticator } from "../../../../core/keys/Authenticate.ts"
import type { Exchange } from "../messages/Exchange.ts"
import type { Failure } from "../messages/Refusal.ts"

/** Authenticated caller. */
export interface Admitted {
  readonly accountId: AccountId
  /** Key for rate limits and history. */
  readonly id: string
  readonly requestsPerMinute: number
}

/** Authenticates callers: the first step of every charged request. */
export interface Admission {
  readonly admit: (exchange: Exchange) => Effect.Effect<Admitted, Failure>
  /** Records each admitted request; `at` in milliseconds since 1970-01-01 UTC. */
  readonly used: (id: string, at: number) => void
}

/** Authenticates by the key in the `API-KEY` header. */
export const byApiKey: Effect.Effect<Admission, never, ApiKeys | Secrets> = Effect.gen(function*() {
  const apiKeys = yield* ApiKeys
  const authenticate = makeAuthenticator(apiKeys, yield* Secrets)
  return { admit: (exchange) => authenticate(exchange.header("api-key") ?? ""), used: apiKeys.recordUse }
})
