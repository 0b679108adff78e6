import { Context, Schema } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import type { Operation } from "../../../core/credits/CostTable.ts"
import { idempotencyKeyCharsMax, idempotencyRetentionHours } from "../../../core/history/Idempotency.ts"

/** Properties of an endpoint that OpenAPI cannot express. */
export interface Contract {
  readonly operation: Operation
  /** Credential of the caller: an API key in the header, a site's secret in the body, or a site's public key sent by a page. */
  readonly auth: "api-key" | "site-secret" | "site-key"
  /** `json-or-text`: JSON, also with the content type `text/plain`, for which browsers send no CORS preflight. */
  readonly body: "json" | "json-or-text" | "json-or-form" | "multipart"
  /** Maximum body size in bytes; a longer body is not read to the end and gets 413. */
  readonly bodyBytesMax: number
  /** Names of the two fields in the flat error shape (contract, section 7.1). */
  readonly errorShape: ErrorShape
  /** Whether a malformed body gets the validation error shape or the flat one (decision 6). */
  readonly validationErrorShape: "validation" | "flat"
  /** Whether the endpoint supports `Idempotency-Key` (decision 31). */
  readonly supportsIdempotencyKey: boolean
  /** Whether scripts of all sites may read the responses (CORS); no cookie is involved. */
  readonly isCrossOrigin?: boolean
  /** Status for a server fault, 500 if absent. 503 tells callers to continue without the result. */
  readonly serverFaultStatus?: 503
  /** HTTP status of each use-case failure by its tag, defined only here. A failure that is not listed is a server fault (500). */
  readonly failureStatuses: Readonly<Record<string, number>>
}

export interface ErrorShape {
  readonly flag: "ok" | "success"
  readonly text: "message" | "error"
}

/** `{ ok: false, message }` */
export const okMessageShape: ErrorShape = { flag: "ok", text: "message" }
/** `{ ok: false, error }` */
export const okErrorShape: ErrorShape = { flag: "ok", text: "error" }
/** `{ success: false, error }` */
export const successErrorShape: ErrorShape = { flag: "success", text: "error" }

export class EndpointContract extends Context.Service<EndpointContract, Contract>()(
  "gatehouse/adapters/http/api/EndpointContract"
) {}

export const jsonBytesMax = 64 * 1024
export const bulkBytesMax = 1024 * 1024

/** `API-KEY` header (contract, section 5), for the OpenAPI document and for clients. */
export class ApiKeyAuth extends HttpApiMiddleware.Service<ApiKeyAuth>()("gatehouse/adapters/http/api/ApiKeyAuth", {
  requiredForClient: true,
  security: { apiKey: HttpApiSecurity.apiKey({ in: "header", key: "API-KEY" }) }
}) {}

/** Header of every endpoint with `idempotent` in its contract. It is read before the schemas are applied. */
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

/** Adds the header to the OpenAPI operation. */
export const withIdempotencyHeader = (operation: Record<string, any>): Record<string, any> => {
  operation["parameters"] = [...operation["parameters"] ?? [], idempotencyKeyParameter]
  return operation
}

/** Score or risk, 0 to 100. */
export const scoreSchema = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))

/** Number of items, or a zero-based index. */
export const countSchema = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
