import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ApiKeyAuth, EndpointContract, jsonBytesMax, okError, withIdempotencyHeader } from "./EndpointContract.ts"
import { errorsOf } from "./Errors.ts"

const scanUrl = HttpApiEndpoint.post("scanUrl", "/scan/url", {
  payload: Schema.Struct({
    url: Schema.String.annotate({ description: "http or https URL.", examples: ["https://example.com/"] })
  }),
  success: Schema.Struct({
    ok: Schema.Boolean.annotate({ description: "true: safe; false: matched a known threat source." })
  }).annotate({ identifier: "UrlVerdict" }),
  error: errorsOf(okError, [401, 403, 409, 413, 422, 429, 500, 503])
}).annotate(EndpointContract, {
  operation: "scan/url",
  auth: "api-key",
  body: "json",
  bodyBytesMax: jsonBytesMax,
  errorShape: okError,
  shapeErrors: "validation",
  idempotent: true,
  failures: { InvalidUrl: 422, WebRiskUnavailable: 422, InsufficientCredits: 403 }
}).annotateMerge(OpenApi.annotations({
  summary: "Screen a URL",
  description: "Checks one URL against the threat lists and the internal blocklist. Costs 5 credits.",
  transform: withIdempotencyHeader
}))

export class Urls extends HttpApiGroup.make("urls").add(scanUrl).middleware(ApiKeyAuth)
  .annotateMerge(OpenApi.annotations({ title: "URLs" }))
{}
