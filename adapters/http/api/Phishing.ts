import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { ApiKeyAuth, countSchema, jsonBytesMax, okMessageShape } from "./EndpointContract.ts"
import { declareEndpoint, type EndpointDeclaration } from "./EndpointDeclaration.ts"
import { errorResponses } from "./Errors.ts"

export const submitPhishingLink = {
  path: "/submit-phishing-link",
  status: 201,
  payload: Schema.Struct({
    url: Schema.String.annotate({
      description: "Suspected phishing URL, http or https, at most 8,192 characters.",
      examples: ["https://paypa1-login.example/"]
    })
  }),
  success: Schema.Struct({
    id: countSchema.annotate({ description: "ID of the submission." }),
    url: Schema.String.annotate({ description: "URL as first submitted." })
  }).annotate({ identifier: "PhishingSubmission", description: "The stored submission." }),
  contract: {
    operation: "submit-phishing-link",
    auth: "api-key",
    body: "json",
    bodyBytesMax: jsonBytesMax,
    errorShape: okMessageShape,
    validationErrorShape: "validation",
    supportsIdempotencyKey: false,
    failureStatuses: { InvalidUrl: 422 }
  }
} satisfies EndpointDeclaration

export class Phishing extends HttpApiGroup.make("phishing").add(
  declareEndpoint(
    "submitPhishingLink",
    submitPhishingLink,
    errorResponses(okMessageShape, [401, 413, 422, 429, 500, 503])
  )
    .annotateMerge(OpenApi.annotations({
      identifier: "submitPhishingLink",
      summary: "Submit a phishing link",
      description:
        "Submits a suspected phishing URL for review by the operator, who may add it to the blocklist. Gatehouse does " +
        "not fetch the URL. Submitting the same URL again returns the ID of the first submission.\n\n**Cost:** free."
    }))
).middleware(ApiKeyAuth)
  .annotateMerge(OpenApi.annotations({ title: "Phishing links", description: "Reports of suspected phishing URLs." }))
{}
