import { Context, Schema } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import type { Operation } from "../../../core/credits/CostTable.ts"
import { idempotencyKeyCharsMax, idempotencyRetentionHours } from "../../../core/history/Idempotency.ts"

/** Properties of an endpoint that OpenAPI cannot express. */
export interface EndpointProperties {
  readonly operation: Operation
  /** Credential of the caller: an API key in the header, a site's secret in the body, or a site's public key. */
  readonly auth: "api-key" | "site-secret" | "site-key"
  /**
   * Format of the body. `json-or-text` also accepts JSON with the content type `text/plain`, for which browsers send no
   * CORS preflight.
   */
  readonly body: "json" | "json-or-text" | "json-or-form" | "multipart"
  /** Maximum body size in bytes. A longer body gets 413 and is not read to its end. */
  readonly bodyBytesMax: number
  /** Names of the two fields in flat errors. */
  readonly errorShape: ErrorShape
  /** Shape of errors for a malformed body: with messages by field, or flat. */
  readonly validationErrorShape: "validation" | "flat"
  readonly supportsIdempotencyKey: boolean
  /** Whether scripts of all sites may read the responses (CORS). These endpoints use no cookies. */
  readonly isCrossOrigin?: boolean
  /** Status of a server fault; 500 if absent. 503 tells the caller to continue without the result. */
  readonly serverFaultStatus?: 503
  /** HTTP statuses of the use case's failures, by tag. A failure without a status is a server fault. */
  readonly failureStatuses: Readonly<Record<string, number>>
}

export interface ErrorShape {
  readonly flag: "ok" | "success"
  readonly text: "message" | "error"
}

/** Error body `{ ok: false, message }`. */
export const okMessageShape: ErrorShape = { flag: "ok", text: "message" }
/** Error body `{ ok: false, error }`. */
export const okErrorShape: ErrorShape = { flag: "ok", text: "error" }
/** Error body `{ success: false, error }`. */
export const successErrorShape: ErrorShape = { flag: "success", text: "error" }

export class EndpointContract extends Context.Service<EndpointContract, EndpointProperties>()(
  "gatehouse/adapters/http/api/EndpointContract"
) {}

export const jsonBytesMax = 64 * 1024
export const bulkBytesMax = 1024 * 1024

/** Middleware that declares the `API-KEY` header for the OpenAPI document and for clients. */
export class ApiKeyAuth extends HttpApiMiddleware.Service<ApiKeyAuth>()("gatehouse/adapters/http/api/ApiKeyAuth", {
  requiredForClient: true,
  security: { apiKey: HttpApiSecurity.apiKey({ in: "header", key: "API-KEY" }) }
}) {}

/**
 * OpenAPI parameter of endpoints with `supportsIdempotencyKey`. The schemas do not contain it, because the server reads
 * the header directly.
 */
const idempotencyKeyParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Unique value of your choice, such as a UUID, that makes retries safe. A repeated request with the same key and body " +
    `returns the stored response for ${idempotencyRetentionHours} hours, with \`Idempotency-Replayed: true\`, and costs nothing. ` +
    "The same key with another body returns 422. Only successful responses are stored.",
  schema: { type: "string", minLength: 1, maxLength: idempotencyKeyCharsMax }
}

/** Adds the `Idempotency-Key` header to an OpenAPI operation. */
export const withIdempotencyHeader = (operation: Record<string, any>): Record<string, any> => {
  operation["parameters"] = [...operation["parameters"] ?? [], idempotencyKeyParameter]
  return operation
}

/** Score or risk from 0 to 100. */
export const scoreSchema = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))

/** Number of items, or a zero-based index. */
export const countSchema = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
