import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ApiKeyAuth, count, EndpointContract, jsonBytesMax, okMessage } from "./EndpointContract.ts"
import { errorsOf } from "./Errors.ts"

const submitPhishingLink = HttpApiEndpoint.post("submitPhishingLink", "/submit-phishing-link", {
  payload: Schema.Struct({
    url: Schema.String.annotate({ description: "The suspected URL.", examples: ["https://paypa1-login.example/"] })
  }),
  success: Schema.Struct({ id: count, url: Schema.String }).annotate({ identifier: "PhishingSubmission" }).pipe(
    HttpApiSchema.status(201)
  ),
  error: errorsOf(okMessage, [401, 413, 422, 429, 500, 503])
}).annotate(EndpointContract, {
  operation: "submit-phishing-link",
  auth: "api-key",
  body: "json",
  bodyBytesMax: jsonBytesMax,
  errorShape: okMessage,
  shapeErrors: "validation",
  idempotent: false,
  failures: { InvalidUrl: 422 }
}).annotateMerge(OpenApi.annotations({
  summary: "Submit a phishing link",
  description: "For review and possible inclusion in the blocklist. Free. The same URL again returns the first id."
}))

export class Phishing extends HttpApiGroup.make("phishing").add(submitPhishingLink).middleware(ApiKeyAuth)
  .annotateMerge(OpenApi.annotations({ title: "Phishing links" }))
{}
