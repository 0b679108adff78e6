import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { ApiKeyAuth, countSchema, jsonBytesMax, okMessage } from "./EndpointContract.ts"
import { declareEndpoint, type EndpointDeclaration } from "./EndpointDeclaration.ts"
import { errorResponses } from "./Errors.ts"

export const submitPhishingLink = {
  path: "/submit-phishing-link",
  status: 201,
  payload: Schema.Struct({
    url: Schema.String.annotate({ description: "The suspected URL.", examples: ["https://paypa1-login.example/"] })
  }),
  success: Schema.Struct({ id: countSchema, url: Schema.String }).annotate({ identifier: "PhishingSubmission" }),
  contract: {
    operation: "submit-phishing-link",
    auth: "api-key",
    body: "json",
    bodyBytesMax: jsonBytesMax,
    errorShape: okMessage,
    validationErrorShape: "validation",
    supportsIdempotencyKey: false,
    failureStatuses: { InvalidUrl: 422 }
  }
} satisfies EndpointDeclaration

export class Phishing extends HttpApiGroup.make("phishing").add(
  declareEndpoint("submitPhishingLink", submitPhishingLink, errorResponses(okMessage, [401, 413, 422, 429, 500, 503]))
    .annotateMerge(OpenApi.annotations({
      summary: "Submit a phishing link",
      description: "For review and possible inclusion in the blocklist. Free. The same URL again returns the first id."
    }))
).middleware(ApiKeyAuth)
  .annotateMerge(OpenApi.annotations({ title: "Phishing links" }))
{}
