import { Context, Schema } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import type { Operation } from "../../../core/credits/CostTable.ts"
import { idempotencyHoursKept, idempotencyKeyCharsMax } from "../../../core/history/Idempotency.ts"

/** What the contract says of an endpoint that OpenAPI has no words for. */
export interface Contract {
  readonly operation: Operation
  /** Who may call: an API key in the header, a site's secret in the body, or a page that names its site's public key. */
  readonly auth: "api-key" | "site-secret" | "site-key"
  /** `json-or-text`: JSON, also when it is called `text/plain`, for which browsers ask no permission first. */
  readonly body: "json" | "json-or-text" | "json-or-form" | "multipart"
  /** A longer body is cut off and answered with 413. */
  readonly bodyBytesMax: number
  /** What the flat error shape calls the two fields (contract, section 7.1). */
  readonly errorShape: ErrorShape
  /** Whether a body of the wrong shape is answered in the validation shape or in the flat one (decision 6). */
  readonly shapeErrors: "validation" | "flat"
  /** Whether an Idempotency-Key is honoured (decision 31). */
  readonly idempotent: boolean
  /** Whether scripts of all pages may read the answers (CORS): no cookie is involved. */
  readonly isReadByPages?: boolean
  /** What a fault of the server is answered with, 500 without: 503 where a caller who cannot be served goes on without. */
  readonly faultStatus?: 503
  /**
   * HTTP status of each failure of the use case, by its tag. This is the one place where they are written; a failure that
   * is not listed is a fault of the server, 500.
   */
  readonly failures: Readonly<Record<string, number>>
}

export interface ErrorShape {
  readonly flag: "ok" | "success"
  readonly text: "message" | "error"
}

/** `{ ok: false, message }` */
export const okMessage: ErrorShape = { flag: "ok", text: "message" }
/** `{ ok: false, error }` */
export const okError: ErrorShape = { flag: "ok", text: "error" }
/** `{ success: false, error }` */
export const successError: ErrorShape = { flag: "success", text: "error" }

export class EndpointContract extends Context.Service<EndpointContract, Contract>()(
  "gatehouse/adapters/http/api/EndpointContract"
) {}

export const jsonBytesMax = 64 * 1024
export const bulkBytesMax = 1024 * 1024

/** The `API-KEY` header (contract, section 5), for the OpenAPI document and for clients. */
export class ApiKeyAuth extends HttpApiMiddleware.Service<ApiKeyAuth>()("gatehouse/adapters/http/api/ApiKeyAuth", {
  requiredForClient: true,
  security: { apiKey: HttpApiSecurity.apiKey({ in: "header", key: "API-KEY" }) }
}) {}

/** The header that every endpoint with `idempotent` in its contract takes; it is read before any schema is. */
const parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    `Repeated with the same body within ${idempotencyHoursKept} hours, the stored answer is given again and ` +
    "nothing is charged.",
  schema: { type: "string", minLength: 1, maxLength: idempotencyKeyCharsMax }
}

/** For the OpenAPI document. */
export const withIdempotencyHeader = (operation: Record<string, any>): Record<string, any> => {
  operation["parameters"] = [...operation["parameters"] ?? [], parameter]
  return operation
}

/** A score or a risk: 0 to 100. */
export const percent = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))

/** A number of things, or a place in a list, from 0. */
export const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
