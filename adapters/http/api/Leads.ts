import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ApiKeyAuth } from "./ApiKeyAuth.ts"
import { EndpointContract, jsonBytesMax, okMessage } from "./EndpointContract.ts"
import { errorsOf } from "./Errors.ts"
import { percent } from "./Numbers.ts"

export const messageCharsMax = 20_000
export const leadFieldCharsMax = 1_000

const short = Schema.optionalKey(
  Schema.String.check(
    Schema.isMaxLength(leadFieldCharsMax, { message: `may not be longer than ${leadFieldCharsMax} characters.` })
  )
)

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)

const Lead = Schema.Struct({
  email: short,
  message: Schema.optionalKey(
    Schema.String.check(
      Schema.isMaxLength(messageCharsMax, { message: `may not be longer than ${messageCharsMax} characters.` })
    )
  ),
  name: short,
  company: short,
  website: Schema.optionalKey(
    Schema.String.check(Schema.makeFilter(isWebAddress, { message: "must be an http or https URL." }))
  ),
  source: short
}).check(Schema.makeFilter((lead) =>
  lead.email === undefined && lead.message === undefined
    ? { path: ["email"], issue: "is required when message is not present." }
    : true
))

export const LeadResult = Schema.Struct({
  request_id: Schema.String.annotate({ format: "uuid" }),
  verdict: Schema.Literals(["clean", "review", "spam"]).annotate({
    description: "clean 0 to 24, review 25 to 79, spam 80 to 100."
  }),
  risk_score: percent,
  categories: Schema.Array(Schema.String),
  reasons: Schema.Array(Schema.String),
  language: Schema.NullOr(Schema.String)
}).annotate({ identifier: "LeadResult" })

const analyzeLead = HttpApiEndpoint.post("analyzeLead", "/lead/analyze", {
  payload: Lead,
  success: LeadResult,
  error: errorsOf(okMessage, [401, 413, 422, 429, 500, 501])
}).annotate(EndpointContract, {
  operation: "lead/analyze",
  auth: "api-key",
  body: "json",
  bodyBytesMax: jsonBytesMax * 4,
  errorShape: okMessage,
  shapeErrors: "validation",
  idempotent: false,
  failures: { NotAvailableYet: 501 }
}).annotateMerge(OpenApi.annotations({
  summary: "Analyze a lead",
  description: "**Not available yet**: the body is validated and then answered with 501. Free."
}))

export class Leads extends HttpApiGroup.make("leads").add(analyzeLead).middleware(ApiKeyAuth)
  .annotateMerge(OpenApi.annotations({ title: "Leads" }))
{}
