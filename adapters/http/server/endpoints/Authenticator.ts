import { Effect } from "effect"
import type { AccountId } from "../../../../core/kernel/Ids.ts"
import { Secrets } from "../../../../core/kernel/Secrets.ts"
import { ApiKeys } from "../../../../core/keys/ApiKeys.ts"
import { makeAuthenticator } from "../../../../core/keys/Authenticate.ts"
import type { Failure } from "../messages/ErrorResponse.ts"
import type { HttpExchange } from "../messages/HttpExchange.ts"

export interface AuthenticatedCaller {
  readonly accountId: AccountId
  /** Identifier of the caller in rate limits and in the request history. */
  readonly id: string
  readonly requestsPerMinute: number
}

/** Authenticates the callers of keyed endpoints. */
export interface Authenticator {
  readonly authenticate: (exchange: HttpExchange) => Effect.Effect<AuthenticatedCaller, Failure>
  /** Records that caller `id` sent a request at `at`, in milliseconds since 1970-01-01 UTC. */
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
