import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { bulkEmailsMax } from "../../../core/emails/BulkLimit.ts"
import { isIpAddress } from "../../../core/kernel/networks/IpAddress.ts"
import {
  ApiKeyAuth,
  bulkBytesMax,
  countSchema,
  jsonBytesMax,
  okMessageShape,
  withIdempotencyHeader
} from "./EndpointContract.ts"
import { declareEndpoint, type EndpointDeclaration } from "./EndpointDeclaration.ts"
import { errorResponses } from "./Errors.ts"

const signals = {
  email: Schema.String.annotate({ description: "Address that was checked, with its domain in lowercase ASCII form." }),
  domain: Schema.String.annotate({ description: "Domain of the address, in lowercase ASCII form." }),
  disposable: Schema.Boolean.annotate({
    description: "Whether the address belongs to a temporary or throwaway mail service."
  }),
  email_blocked: Schema.Boolean.annotate({
    description: "Whether one of your block rules matches the address or its domain."
  }),
  role_account: Schema.Boolean.annotate({
    description: "Whether the address names a role instead of a person, such as `admin` or `info`."
  }),
  public_domain: Schema.Boolean.annotate({
    description: "Whether the domain belongs to a consumer or shared mail provider, such as Gmail."
  }),
  did_you_mean: Schema.NullOr(Schema.String).annotate({
    description: "Corrected address if the domain is probably a typo; otherwise null."
  })
}

export const EmailResult = Schema.Struct({
  ok: Schema.Literal(true).annotate({ description: "Always true: the check completed." }),
  ...signals,
  ip_blocked: Schema.NullOr(Schema.Boolean).annotate({
    description: "Whether one of your network rules blocks `ip`; null if no `ip` was sent."
  }),
  country_blocked: Schema.NullOr(Schema.Boolean).annotate({
    description: "Whether one of your country rules blocks the country of `ip`; null if no `ip` was sent."
  })
}).annotate({
  identifier: "EmailResult",
  description: "Risk signals of an email address."
})

const index = countSchema.annotate({ description: "Zero-based position of the address in `emails`." })

export const BulkEmailResult = Schema.Struct({
  ok: Schema.Literal(true).annotate({ description: "Always true: the batch was checked." }),
  results: Schema.Array(Schema.Struct({ index, ...signals })).annotate({
    description: "One item for each valid address, in the order of the request."
  }),
  errors: Schema.Array(Schema.Struct({
    index,
    email: Schema.String.annotate({ description: "Value as submitted." }),
    message: Schema.String.annotate({ description: "Why the value is not a valid email address." })
  })).annotate({ description: "One item for each invalid address, in the order of the request. These cost nothing." })
}).annotate({ identifier: "BulkEmailResult", description: "Risk signals of each valid address, and the invalid ones." })

export const scanEmail = {
  path: "/scan/email",
  status: 200,
  payload: Schema.Struct({
    email: Schema.String.annotate({ description: "Email address to check.", examples: ["ann@gmial.com"] }),
    ip: Schema.optionalKey(
      Schema.String.annotate({
        description: "IPv4 or IPv6 address of the visitor. If given, your network and country rules are checked too.",
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
    errorShape: okMessageShape,
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
      Schema.isMinLength(1, { message: "must contain at least one address." }),
      Schema.isMaxLength(bulkEmailsMax, { message: `must contain at most ${bulkEmailsMax} addresses.` })
    ).annotate({
      description: `Email addresses to check, 1 to ${bulkEmailsMax}.`,
      examples: [["ann@example.com", "bob@mailinator.com"]]
    })
  }),
  success: BulkEmailResult,
  contract: {
    operation: "scan/email/bulk",
    auth: "api-key",
    body: "json",
    bodyBytesMax: bulkBytesMax,
    errorShape: okMessageShape,
    validationErrorShape: "flat",
    supportsIdempotencyKey: true,
    failureStatuses: { InsufficientCredits: 422 }
  }
} satisfies EndpointDeclaration

export class Emails extends HttpApiGroup.make("emails").add(
  declareEndpoint("scanEmail", scanEmail, errorResponses(okMessageShape, [401, 403, 409, 413, 422, 429, 500, 503]))
    .annotateMerge(
      OpenApi.annotations({
        identifier: "scanEmail",
        summary: "Check an email address",
        description:
          "Returns the risk signals of one email address, and the result of your block rules. An invalid address " +
          "returns 422 and costs nothing.\n\n**Cost:** 1 credit.",
        transform: withIdempotencyHeader
      })
    ),
  declareEndpoint("scanEmailBulk", scanEmailBulk, errorResponses(okMessageShape, [401, 409, 413, 422, 429, 500, 503]))
    .annotateMerge(
      OpenApi.annotations({
        identifier: "scanEmailBulk",
        summary: "Check email addresses in bulk",
        description:
          `Checks up to ${bulkEmailsMax} email addresses in one request, which counts once toward the rate limit. ` +
          "Invalid addresses do not fail the batch: they are listed in `errors`.\n\n" +
          "**Cost:** 1 credit for each unique valid address. Addresses that differ only in case or surrounding spaces " +
          "count once.",
        transform: withIdempotencyHeader
      })
    )
).middleware(ApiKeyAuth)
  .annotateMerge(OpenApi.annotations({ title: "Email addresses", description: "Risk signals of email addresses." }))
{}
