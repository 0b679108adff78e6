import { Effect } from "effect"
import type { Ledger } from "../../../../core/credits/Ledger.ts"
import type { RequestId } from "../../../../core/kernel/Ids.ts"
import type { ApiKey } from "../../../../core/keys/ApiKey.ts"
import { rateWindowMillis } from "../../../../core/keys/RateLimit.ts"
import type { RateLimiter } from "../../../../core/keys/RateLimiter.ts"
import { okMessageShape } from "../../api/EndpointContract.ts"
import { RateLimitExceeded } from "../../server/messages/ErrorResponse.ts"
import type { HttpResponse } from "../../server/messages/HttpExchange.ts"
import { buildResponse, flatErrorBody } from "../../server/messages/Responses.ts"

interface Services {
  readonly ledger: Ledger["Service"]
  readonly limiter: RateLimiter["Service"]
  readonly newRequestId: () => RequestId
}

/** Returns the response with the balance of the key's account. The request counts toward the key's rate limit. */
export const balanceResponse = Effect.fnUntraced(
  function*({ accountId, id, requestsPerMinute }: ApiKey, services: Services): Effect.fn.Return<HttpResponse> {
    const rateDecision = yield* services.limiter.take(id, requestsPerMinute, rateWindowMillis)
    const parts = {
      requestId: services.newRequestId(),
      rateDecision,
      headers: ["X-Credits-Charged", "0"],
      inFlight: null,
      closesConnection: false
    }
    if (!rateDecision.allowed) {
      const { message } = new RateLimitExceeded({ limit: rateDecision.limit })
      return buildResponse(429, flatErrorBody(okMessageShape, message), parts)
    }
    const { available, held } = yield* services.ledger.balance(accountId)
    return buildResponse(200, JSON.stringify({ available, held }), parts)
  }
)
