import { Effect } from "effect"
import type { AccountId } from "../../../../core/kernel/Ids.ts"
import { Secrets } from "../../../../core/kernel/Secrets.ts"
import { ApiKeys } from "../../../../core/keys/ApiKeys.ts"
import { makeAuthenticator } from "../../../../core/keys/Authenticate.ts"
import type { Failure } from "../messages/ErrorResponse.ts"
import type { HttpExchange } from "../messages/HttpExchange.ts"

/** Authenticated caller. */
export interface AuthenticatedCaller {
  readonly accountId: AccountId
  /** Key for rate limits and history. */
  readonly id: string
  readonly requestsPerMinute: number
}

/** Authenticates callers: the first step of every charged request. */
export interface Authenticator {
  readonly authenticate: (exchange: HttpExchange) => Effect.Effect<AuthenticatedCaller, Failure>
  /** Records each authenticated request; `at` in milliseconds since 1970-01-01 UTC. */
  readonly recordUse: (id: string, at: number) => void
}

/** Authenticates by the key in the `API-KEY` header. */
export const apiKeyAuthenticator: Effect.Effect<Authenticator, never, ApiKeys | Secrets> = Effect.gen(function*() {
  const apiKeys = yield* ApiKeys
  const authenticate = makeAuthenticator(apiKeys, yield* Secrets)
  return {
    authenticate: (exchange) => authenticate(exchange.header("api-key") ?? ""),
    recordUse: apiKeys.recordUse
  }
})
