import type { RequestId } from "../../../../core/kernel/Ids.ts"
import { type RateDecision, retryAfterSecondsOf } from "../../../../core/keys/RateLimit.ts"
import { type ErrorShape, okMessageShape } from "../../api/EndpointContract.ts"
import type { HttpResponse, InFlightCharge } from "./HttpExchange.ts"
import type { ValidationError } from "./Validation.ts"

/** Headers of every JSON response, following OWASP's REST recommendations for an API that browsers do not display. */
const commonHeaders = [
  "Content-Type",
  "application/json",
  "Cache-Control",
  "no-store",
  "X-Content-Type-Options",
  "nosniff"
]

/** Parts of a response other than its status and body. */
export interface ResponseParts {
  readonly requestId: RequestId
  readonly rateDecision: RateDecision | undefined
  readonly headers: ReadonlyArray<string>
  readonly inFlight: InFlightCharge | null
  readonly closesConnection: boolean
}

export const buildResponse = (
  status: number,
  body: string,
  { closesConnection, headers, inFlight, rateDecision, requestId }: ResponseParts
): HttpResponse => {
  const all = [...commonHeaders, "X-Request-Id", requestId]
  if (rateDecision !== undefined) addRateLimitHeaders(all, rateDecision)
  for (const part of headers) all.push(part)
  return { status, body, headers: all, inFlight, closesConnection }
}

/** Builds a flat error response for a request that reached no endpoint. The request body is not read. */
export const buildUnroutedErrorResponse = (
  status: number,
  message: string,
  headers: ReadonlyArray<string>
): HttpResponse => ({
  status,
  body: flatErrorBody(okMessageShape, message),
  headers: [...commonHeaders, ...headers],
  inFlight: null,
  closesConnection: true
})

/** Returns the JSON of a flat error with the endpoint's field names. */
export const flatErrorBody = (shape: ErrorShape, text: string): string =>
  shape.flag === "success"
    ? JSON.stringify({ success: false, error: text })
    : shape.text === "error"
    ? JSON.stringify({ ok: false, error: text })
    : JSON.stringify({ ok: false, message: text })

/**
 * Returns the JSON of a validation error.
 *
 * If the endpoint's responses always contain `success`, the fields of the flat error are added. A client that reads
 * only `success` then sees that the form was rejected.
 */
export const validationErrorBody = (shape: ErrorShape, invalid: ValidationError): string =>
  JSON.stringify(shape.flag === "success" ? { success: false, error: invalid.message, ...invalid } : invalid)

/**
 * Adds rate limit headers with the policy and the remaining quota.
 *
 * Source: IETF draft "RateLimit header fields for HTTP" (2025-09). The partition key is omitted, because it would
 * reveal the ID of the API key.
 */
const addRateLimitHeaders = (headers: Array<string>, rate: RateDecision): void => {
  const seconds = retryAfterSecondsOf(rate.resetMillis)
  headers.push(
    "RateLimit-Policy",
    `"default";q=${rate.limit};w=60`,
    "RateLimit",
    `"default";r=${rate.remaining};t=${seconds}`
  )
  if (!rate.allowed) headers.push("Retry-After", String(seconds))
}
