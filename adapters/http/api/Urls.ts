import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { ApiKeyAuth, jsonBytesMax, okErrorShape, withIdempotencyHeader } from "./EndpointContract.ts"
import { declareEndpoint, type EndpointDeclaration } from "./EndpointDeclaration.ts"
import { errorResponses } from "./Errors.ts"

export const scanUrl = {
  path: "/scan/url",
  status: 200,
  payload: Schema.Struct({
    url: Schema.String.annotate({
      description: "URL to screen, http or https, at most 8,192 characters.",
      examples: ["https://example.com/"]
    })
  }),
  success: Schema.Struct({
    ok: Schema.Boolean.annotate({ description: "True if no enforced threat source lists the URL; false if one does." })
  }).annotate({ identifier: "UrlVerdict", description: "Verdict on the URL." }),
  contract: {
    operation: "scan/url",
    auth: "api-key",
    body: "json",
    bodyBytesMax: jsonBytesMax,
    errorShape: okErrorShape,
    validationErrorShape: "validation",
    supportsIdempotencyKey: true,
    failureStatuses: { InvalidUrl: 422, WebRiskUnavailable: 422, InsufficientCredits: 403 }
  }
} satisfies EndpointDeclaration

export class Urls extends HttpApiGroup.make("urls").add(
  declareEndpoint("scanUrl", scanUrl, errorResponses(okErrorShape, [401, 403, 409, 413, 422, 429, 500, 503]))
    .annotateMerge(
      OpenApi.annotations({
        identifier: "scanUrl",
        summary: "Screen a URL",
        description:
          "Checks one URL against the blocklist and the configured threat sources. Gatehouse does not fetch the URL. " +
          "If a required source is unavailable and no other source lists the URL, the request returns 422.\n\n**Cost:** 5 credits.",
        transform: withIdempotencyHeader
      })
    )
).middleware(ApiKeyAuth)
  .annotateMerge(
    OpenApi.annotations({ title: "URLs", description: "URLs against the blocklist and the threat sources." })
  )
{}
