import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ApiKeyAuth } from "./ApiKeyAuth.ts"
import { EndpointContract, jsonBytesMax, okMessage } from "./EndpointContract.ts"
import { errorsOf } from "./Errors.ts"
import { percent } from "./Numbers.ts"

export const messageCharsMax = 20_000
export const leadFieldCharsMax = 1_000

const within = (charsMax: number) =>
  Schema.String.check(Schema.isMaxLength(charsMax, { message: `may not be longer than ${charsMax} characters.` }))

const short = within(leadFieldCharsMax)

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === ""

/** The body of a request; what the command line reads as a lead is held against it as well. */
export const LeadRequest = Schema.Struct({
  email: Schema.optionalKey(
    short.annotate({ description: "Address that the lead gave.", examples: ["ann@example.com"] })
  ),
  message: Schema.optionalKey(
    within(messageCharsMax).annotate({ description: "What the lead wrote.", examples: ["Hello, what does it cost?"] })
  ),
  name: Schema.optionalKey(short),
  company: Schema.optionalKey(short),
  website: Schema.optionalKey(
    short.check(Schema.makeFilter(isWebAddress, { message: "must be an http or https URL." }))
  ),
  source: Schema.optionalKey(
    short.annotate({ description: "Your label of where the lead comes from.", examples: ["contact form"] })
  )
}).check(Schema.makeFilter((lead) =>
  isBlank(lead.email) && isBlank(lead.message)
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
  payload: LeadRequest,
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
