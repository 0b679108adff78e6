import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { leadCatalogue } from "../../../core/leads/signals/LeadCatalogue.ts"
import { ApiKeyAuth, jsonBytesMax, okMessage, scoreSchema } from "./EndpointContract.ts"
import { declareEndpoint, type EndpointDeclaration } from "./EndpointDeclaration.ts"
import { errorResponses } from "./Errors.ts"

export const messageCharsMax = 20_000
export const leadFieldCharsMax = 1_000

const within = (charsMax: number) =>
  Schema.String.check(Schema.isMaxLength(charsMax, { message: `may not be longer than ${charsMax} characters.` }))

const short = within(leadFieldCharsMax)

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === ""

/** Forms send empty fields as empty text, and pasted text may have surrounding blanks. */
const isWebAddress = (text: string): boolean => isBlank(text) || (/^\s*https?:\/\//i.test(text) && URL.canParse(text))

/** Body of a request. The command line validates leads with the same schema. */
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

const categories = [...new Set(Object.values(leadCatalogue).map(({ category }) => category))]

export const LeadResult = Schema.Struct({
  request_id: Schema.String.annotate({ format: "uuid", description: "The same as in `X-Request-Id`." }),
  verdict: Schema.Literals(["clean", "review", "spam"]).annotate({
    description: "clean 0 to 24, review 25 to 79, spam 80 to 100."
  }),
  risk_score: scoreSchema.annotate({ description: "0 to 100, higher is riskier." }),
  categories: Schema.Array(Schema.String).annotate({
    description: `Kinds of what was noticed, the weightiest first: ${categories.join(", ")}. More may come.`,
    examples: [["spam_content", "public_email"]]
  }),
  reasons: Schema.Array(Schema.String).annotate({
    description: "A sentence for each signal of weight, the weightiest first, for people.",
    examples: [["The message reads like spam."]]
  }),
  language: Schema.NullOr(Schema.String).annotate({
    description:
      "Of the message: ISO 639-1 where the language has such a code, else ISO 639-3; null without a message, and where " +
      "it is too short to tell.",
    examples: ["en"]
  })
}).annotate({ identifier: "LeadResult" })

export const analyzeLead = {
  path: "/lead/analyze",
  status: 200,
  payload: LeadRequest,
  success: LeadResult,
  contract: {
    operation: "lead/analyze",
    auth: "api-key",
    body: "json",
    bodyBytesMax: jsonBytesMax * 4,
    errorShape: okMessage,
    validationErrorShape: "validation",
    supportsIdempotencyKey: false,
    failureStatuses: { QueueFull: 503 }
  }
} satisfies EndpointDeclaration

export class Leads extends HttpApiGroup.make("leads").add(
  declareEndpoint("analyzeLead", analyzeLead, errorResponses(okMessage, [401, 413, 422, 429, 500, 503])).annotateMerge(
    OpenApi.annotations({
      summary: "Analyze a lead",
      description:
        "One verdict from the address, the message and every link in the lead, with the reasons for it. `email`, `message` or both "
        + "are needed; what is blank counts as left out. A known-malicious URL gives 100 whatever else holds. Free."
    })
  )
).middleware(ApiKeyAuth)
  .annotateMerge(OpenApi.annotations({ title: "Leads" }))
{}
