import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { bulkEmailsMax } from "../../../core/emails/BulkLimit.ts"
import { isIpAddress } from "../../../core/kernel/networks/IpAddress.ts"
import {
  ApiKeyAuth,
  bulkBytesMax,
  countSchema,
  jsonBytesMax,
  okMessage,
  withIdempotencyHeader
} from "./EndpointContract.ts"
import { declareEndpoint, type EndpointDeclaration } from "./EndpointDeclaration.ts"
import { errorResponses } from "./Errors.ts"

const signals = {
  email: Schema.String.annotate({ description: "The address checked, its domain in lower case and ASCII form." }),
  domain: Schema.String.annotate({ description: "Domain part, lower case, ASCII form." }),
  disposable: Schema.Boolean.annotate({ description: "Temporary or throwaway address." }),
  email_blocked: Schema.Boolean.annotate({ description: "Matched one of the account's address or domain rules." }),
  role_account: Schema.Boolean.annotate({ description: "Names a function, not a person (admin, info)." }),
  public_domain: Schema.Boolean.annotate({ description: "Consumer or shared mail provider." }),
  did_you_mean: Schema.NullOr(Schema.String).annotate({ description: "The whole corrected address for a likely typo." })
}

export const EmailResult = Schema.Struct({
  ok: Schema.Literal(true).annotate({ description: "The check was carried out." }),
  ...signals,
  ip_blocked: Schema.NullOr(Schema.Boolean).annotate({
    description: "`ip` matched a network rule; null without `ip`."
  }),
  country_blocked: Schema.NullOr(Schema.Boolean).annotate({
    description: "The country of `ip` is blocked; null without `ip`."
  })
}).annotate({
  identifier: "EmailResult",
  examples: [{
    ok: true,
    email: "ann@gmial.com",
    domain: "gmial.com",
    disposable: true,
    email_blocked: false,
    role_account: false,
    public_domain: false,
    did_you_mean: "ann@gmail.com",
    ip_blocked: false,
    country_blocked: false
  }]
})

export const BulkEmailResult = Schema.Struct({
  ok: Schema.Literal(true),
  results: Schema.Array(Schema.Struct({ index: countSchema, ...signals })),
  errors: Schema.Array(Schema.Struct({ index: countSchema, email: Schema.String, message: Schema.String }))
}).annotate({ identifier: "BulkEmailResult" })

export const scanEmail = {
  path: "/scan/email",
  status: 200,
  payload: Schema.Struct({
    email: Schema.String.annotate({ description: "Address to check.", examples: ["ann@gmial.com"] }),
    ip: Schema.optionalKey(
      Schema.String.annotate({
        description: "Address of the visitor, IPv4 or IPv6; when given, network and country rules are evaluated.",
        examples: ["203.0.113.7"]
      }).check(Schema.makeFilter(isIpAddress, { message: "must be an IPv4 or IPv6 address." }))
    )
  }),
  success: EmailResult,
  contract: {
    operation: "scan/email",
    auth: "api-key",
    body: "json",
    bodyBytesMax: jsonBytesMax,
    errorShape: okMessage,
    validationErrorShape: "validation",
    supportsIdempotencyKey: true,
    failureStatuses: { InvalidEmailAddress: 422, InsufficientCredits: 403 }
  }
} satisfies EndpointDeclaration

export const scanEmailBulk = {
  path: "/scan/email/bulk",
  status: 200,
  payload: Schema.Struct({
    emails: Schema.Array(Schema.String).check(
      Schema.isMinLength(1, { message: "must hold at least one address." }),
      Schema.isMaxLength(bulkEmailsMax, { message: `may not hold more than ${bulkEmailsMax} addresses.` })
    ).annotate({
      description: `1 to ${bulkEmailsMax} addresses.`,
      examples: [["ann@example.com", "bob@mailinator.com"]]
    })
  }),
  success: BulkEmailResult,
  contract: {
    operation: "scan/email/bulk",
    auth: "api-key",
    body: "json",
    bodyBytesMax: bulkBytesMax,
    errorShape: okMessage,
    validationErrorShape: "flat",
    supportsIdempotencyKey: true,
    failureStatuses: { InsufficientCredits: 422 }
  }
} satisfies EndpointDeclaration

export class Emails extends HttpApiGroup.make("emails").add(
  declareEndpoint("scanEmail", scanEmail, errorResponses(okMessage, [401, 403, 409, 413, 422, 429, 500, 503]))
    .annotateMerge(
      OpenApi.annotations({
        summary: "Check one email address",
        description: "Risk signals of one address. Costs 1 credit; an invalid address costs nothing.",
        transform: withIdempotencyHeader
      })
    ),
  declareEndpoint("scanEmailBulk", scanEmailBulk, errorResponses(okMessage, [401, 409, 413, 422, 429, 500, 503]))
    .annotateMerge(
      OpenApi.annotations({
        summary: "Check up to 500 email addresses",
        description: "Costs 1 credit for each unique valid address: trimmed, lower case, domain in ASCII form. " +
          "Invalid items do not fail the batch. The batch counts as one request for the rate limit.",
        transform: withIdempotencyHeader
      })
    )
).middleware(ApiKeyAuth)
  .annotateMerge(OpenApi.annotations({ title: "Email addresses" }))
{}
