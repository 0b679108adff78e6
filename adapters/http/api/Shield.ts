import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import type { RejectionReason } from "../../../core/shield/verification/SiteVerification.ts"
import { jsonBytesMax, scoreSchema, successError } from "./EndpointContract.ts"
import { declareEndpoint, type EndpointDeclaration } from "./EndpointDeclaration.ts"
import { errorResponses } from "./Errors.ts"
import { messageCharsMax } from "./Leads.ts"

/** All values of `error` in a verification. */
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

/** Maximum token length in characters; sealed tokens are far shorter. */
export const tokenCharsMax = 4_096

const text = (charsMax: number) =>
  Schema.String.check(Schema.isMaxLength(charsMax, { message: `may not be longer than ${charsMax} characters.` }))

/** Field that may be absent or `null`, with the same meaning: many clients send `null` for an empty form field. */
const optional = (
  charsMax: number,
  about: { readonly description: string; readonly examples?: readonly [string] }
) => Schema.optionalKey(Schema.NullOr(text(charsMax)).annotate({ ...about, message: "must be a string." }))

export const ShieldResult = Schema.Struct({
  success: Schema.Boolean.annotate({ description: "Whether the form passes. A form with `false` is to be rejected." }),
  score: Schema.optionalKey(scoreSchema).annotateKey({
    description:
      "0 (very likely bot) to 100 (very likely human): 70 and more high confidence, below 40 elevated risk. " +
      "Informational: `success` decides."
  }),
  geo: Schema.optionalKey(Schema.Struct({ country: Schema.String, asn: Schema.String })).annotateKey({
    description: "Of the visitor, where known: ISO 3166-1 alpha-2, and `AS64500`."
  }),
  spam_score: Schema.optionalKey(Schema.Number).annotateKey({
    description: "0 to 1, how likely `text` is spam; where the site has spam detection on and text was sent."
  }),
  language: Schema.optionalKey(Schema.String).annotateKey({ description: "Of `text`, under the same condition." }),
  degraded: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "true: a pass, though nobody knows whether it was a person. The token was empty, or made in an outage."
  }),
  error: Schema.optionalKey(Schema.String).annotateKey({
    description: `With \`success\` false: ${rejectionReasons.map((reason) => `"${reason}"`).join(", ")}.`
  })
}).annotate({
  identifier: "ShieldResult",
  examples: [
    { success: true, score: 91, geo: { country: "NL", asn: "AS64500" }, spam_score: 0.03, language: "en" },
    { success: false, error: "duplicate token" },
    { success: true, degraded: true }
  ]
})

/** Sample clients post forms, so both encodings accept the same fields. */
const withFormBody = (operation: Record<string, any>): Record<string, any> => {
  const { content } = operation["requestBody"]
  content["application/x-www-form-urlencoded"] = content["application/json"]
  return operation
}

export const siteverify = {
  path: "/shield/siteverify",
  status: 200,
  payload: Schema.Struct({
    secret: text(200).annotate({ description: "The site's secret key.", examples: ["gh_secret_test"] }),
    token: text(tokenCharsMax).annotate({ description: "Value of the form field `shield-token`; may be empty." }),
    email: optional(1_000, {
      description: "When given, the account's email rules are run.",
      examples: ["ann@example.com"]
    }),
    text: optional(messageCharsMax, {
      description: "If given, the response has its language and a spam score."
    }),
    honeypot: optional(1_000, { description: "Value of a field that people do not see; must be empty." })
  }),
  success: ShieldResult,
  contract: {
    operation: "shield/siteverify",
    auth: "site-secret",
    body: "json-or-form",
    bodyBytesMax: jsonBytesMax * 4,
    errorShape: successError,
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
    errorResponses(successError, [413, 422, 429, 503], {
      429: "Too many wrong secrets, or too many requests, from this address; see Retry-After.",
      503: "Out of order for the moment. Let the form through, and log it (contract, section 7.4)."
    })
  ).annotateMerge(OpenApi.annotations({
    summary: "Verify a Shield token",
    description:
      "Asked by the site's server before it takes a form. Takes the site's secret, no API key; JSON or a form. A " +
      "rejection is 200 as well, so that only what is out of order looks so: when there is no answer within three seconds, or a " +
      "5xx, let the form through. A token can be verified once, within 300 seconds, for the site that it was made for. Free.",
    transform: withFormBody
  }))
)
  .annotateMerge(OpenApi.annotations({ title: "Shield" }))
{}
