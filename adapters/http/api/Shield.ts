import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import type { RejectionReason } from "../../../core/shield/verification/SiteVerification.ts"
import { jsonBytesMax, scoreSchema, successErrorShape } from "./EndpointContract.ts"
import { declareEndpoint, type EndpointDeclaration } from "./EndpointDeclaration.ts"
import { errorResponses } from "./Errors.ts"
import { messageCharsMax } from "./Leads.ts"

/** Every value that `error` can have in a verification response. */
const rejectionReasons = [
  "honeypot",
  "invalid secret",
  "invalid token",
  "expired token",
  "invalid hostname",
  "duplicate token",
  "missing token",
  "degraded token",
  "low score",
  "invalid email",
  "email blocked",
  "disposable email",
  "ip blocked",
  "country blocked"
] as const satisfies ReadonlyArray<RejectionReason>

/** Maximum token length in characters. Sealed tokens are far shorter. */
export const tokenCharsMax = 4_096

const textUpTo = (charsMax: number) =>
  Schema.String.check(Schema.isMaxLength(charsMax, { message: `must be at most ${charsMax} characters long.` }))

/** Returns the schema of a field that may be absent or `null`. Many clients send `null` for an empty form field. */
const optionalText = (
  charsMax: number,
  about: { readonly description: string; readonly examples?: readonly [string] }
) => Schema.optionalKey(Schema.NullOr(textUpTo(charsMax)).annotate({ ...about, message: "must be a string." }))

export const ShieldResult = Schema.Struct({
  success: Schema.Boolean.annotate({
    description: "Whether to accept the form. If false, reject it, whatever the score."
  }),
  score: Schema.optionalKey(scoreSchema).annotateKey({
    description:
      "Informational score from 0 (very likely a bot) to 100 (very likely human). 70 and above: high-confidence human. 40 to 69: " +
      "some risk signals. Below 40: elevated bot risk."
  }),
  geo: Schema.optionalKey(Schema.Struct({
    country: Schema.String.annotate({ description: "ISO 3166-1 alpha-2 code of the country.", examples: ["NL"] }),
    asn: Schema.String.annotate({ description: "Autonomous system of the network.", examples: ["AS64500"] })
  })).annotateKey({
    description: "Location of the visitor by IP address, if known."
  }),
  spam_score: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))).annotateKey({
    description:
      "Probability that `text` is spam, from 0 to 1. Present if `text` was sent and the site has spam detection enabled."
  }),
  language: Schema.optionalKey(Schema.String).annotateKey({
    description: "Detected language of `text`, under the same conditions as `spam_score`."
  }),
  degraded: Schema.optionalKey(Schema.Boolean).annotateKey({
    description:
      "True if the form passes with reduced protection, because the token was empty or was issued during an outage."
  }),
  error: Schema.optionalKey(Schema.String).annotateKey({
    description: `Reason for the rejection. Present if \`success\` is false. One of ${
      rejectionReasons.map((reason) => `"${reason}"`).join(", ")
    }.`
  })
}).annotate({
  identifier: "ShieldResult",
  description: "Result of the verification. Rejected forms return 200 too.",
  examples: [
    { success: true, score: 91, geo: { country: "NL", asn: "AS64500" }, spam_score: 0.03, language: "en" },
    { success: false, error: "duplicate token" },
    { success: true, degraded: true }
  ]
})

/** Adds the form encoding to the OpenAPI operation. It accepts the same fields as JSON. */
const withFormBody = (operation: Record<string, any>): Record<string, any> => {
  const { content } = operation["requestBody"]
  content["application/x-www-form-urlencoded"] = content["application/json"]
  return operation
}

export const siteverify = {
  path: "/shield/siteverify",
  status: 200,
  payload: Schema.Struct({
    secret: textUpTo(200).annotate({ description: "Secret key of the site.", examples: ["gh_secret_test"] }),
    token: textUpTo(tokenCharsMax).annotate({
      description: "Value of the form field `shield-token`. Send it even if it is empty."
    }),
    email: optionalText(1_000, {
      description: "Email address from the form. If given, your email rules are checked.",
      examples: ["ann@example.com"]
    }),
    text: optionalText(messageCharsMax, {
      description:
        "Text from the form. If given, and the site has spam detection enabled, the response contains a spam score and the " +
        "language."
    }),
    honeypot: optionalText(1_000, {
      description: "Value of your hidden form field. A form with a non-empty value is rejected."
    })
  }),
  success: ShieldResult,
  contract: {
    operation: "shield/siteverify",
    auth: "site-secret",
    body: "json-or-form",
    bodyBytesMax: jsonBytesMax * 4,
    errorShape: successErrorShape,
    validationErrorShape: "validation",
    supportsIdempotencyKey: false,
    serverFaultStatus: 503,
    failureStatuses: {}
  }
} satisfies EndpointDeclaration

export class Shield extends HttpApiGroup.make("shield").add(
  declareEndpoint(
    "siteverify",
    siteverify,
    errorResponses(successErrorShape, [413, 422, 429, 503], {
      422: "The body is invalid.",
      429: "Too many requests or too many invalid secrets from this address. Wait for `Retry-After`, then retry.",
      503: "Verification is temporarily unavailable. Accept the form and log the error."
    })
  ).annotateMerge(OpenApi.annotations({
    identifier: "verifyShieldToken",
    summary: "Verify a Shield token",
    description:
      "Verifies the token of a submitted form. Call it from your server before you process the form. Send JSON or a " +
      "URL-encoded form with the site's secret key; no API key is needed. A token is valid for 300 seconds, for its own site, and " +
      "can be verified once.\n\nRejected forms also return 200, with `success: false`. If the request fails, returns a 5xx status or " +
      "takes longer than 3 seconds, accept the form and log the error.\n\n**Cost:** free.",
    transform: withFormBody
  }))
)
  .annotateMerge(
    OpenApi.annotations({ title: "Shield", description: "Server-side verification of the widget's tokens." })
  )
{}
