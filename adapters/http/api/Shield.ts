import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { EndpointContract, jsonBytesMax, successError } from "./EndpointContract.ts"
import { errorsOf } from "./Errors.ts"
import { messageCharsMax } from "./Leads.ts"
import { percent } from "./Numbers.ts"

/** A sealed token is far shorter. */
export const tokenCharsMax = 4_096

const text = (charsMax: number) =>
  Schema.String.check(Schema.isMaxLength(charsMax, { message: `may not be longer than ${charsMax} characters.` }))

export const ShieldResult = Schema.Struct({
  success: Schema.Boolean,
  score: Schema.optionalKey(percent).annotateKey({ description: "0 (very likely bot) to 100 (very likely human)." }),
  geo: Schema.optionalKey(Schema.Struct({ country: Schema.String, asn: Schema.String })),
  spam_score: Schema.optionalKey(Schema.Number),
  language: Schema.optionalKey(Schema.String),
  degraded: Schema.optionalKey(Schema.Boolean),
  error: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "ShieldResult" })

/** Sample clients post forms: the same fields are taken in either encoding. */
const withFormBody = (operation: Record<string, any>): Record<string, any> => {
  const { content } = operation["requestBody"]
  content["application/x-www-form-urlencoded"] = content["application/json"]
  return operation
}

const siteverify = HttpApiEndpoint.post("siteverify", "/shield/siteverify", {
  payload: Schema.Struct({
    secret: text(200).annotate({ description: "The site's secret key." }),
    token: text(tokenCharsMax).annotate({ description: "Value of the form field shield-token." }),
    email: Schema.optionalKey(text(1_000)),
    text: Schema.optionalKey(text(messageCharsMax)),
    honeypot: Schema.optionalKey(text(1_000))
  }),
  success: ShieldResult,
  error: errorsOf(successError, [413, 422, 429, 500, 501])
}).annotate(EndpointContract, {
  operation: "shield/siteverify",
  auth: "site-secret",
  body: "json-or-form",
  bodyBytesMax: jsonBytesMax * 4,
  errorShape: successError,
  shapeErrors: "validation",
  idempotent: false,
  failures: { NotAvailableYet: 501 }
}).annotateMerge(OpenApi.annotations({
  summary: "Verify a Shield token",
  description:
    "**Not available yet**: the body is validated and then answered with 501. Takes the site's secret, no API key.",
  transform: withFormBody
}))

export class Shield extends HttpApiGroup.make("shield").add(siteverify)
  .annotateMerge(OpenApi.annotations({ title: "Shield" }))
{}
