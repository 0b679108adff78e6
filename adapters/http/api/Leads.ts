import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { leadCatalog } from "../../../core/leads/signals/LeadCatalog.ts"
import { ApiKeyAuth, jsonBytesMax, okMessageShape, scoreSchema } from "./EndpointContract.ts"
import { declareEndpoint, type EndpointDeclaration } from "./EndpointDeclaration.ts"
import { errorResponses } from "./Errors.ts"

export const messageCharsMax = 20_000
export const leadFieldCharsMax = 1_000

const textUpTo = (charsMax: number) =>
  Schema.String.check(Schema.isMaxLength(charsMax, { message: `must be at most ${charsMax} characters long.` }))

const leadField = textUpTo(leadFieldCharsMax)

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === ""

/**
 * Reports whether a field is blank or an http or https URL. Forms send empty fields as empty strings, and pasted text
 * may have surrounding blanks.
 */
const isWebAddress = (text: string): boolean => isBlank(text) || (/^\s*https?:\/\//i.test(text) && URL.canParse(text))

/** Body of a lead request. The command line also validates leads with this schema. */
export const LeadRequest = Schema.Struct({
  email: Schema.optionalKey(
    leadField.annotate({
      description: `Email address of the lead, at most ${leadFieldCharsMax} characters.`,
      examples: ["ann@example.com"]
    })
  ),
  message: Schema.optionalKey(
    textUpTo(messageCharsMax).annotate({
      description: `Message of the lead, at most ${messageCharsMax} characters.`,
      examples: ["Hello, what does it cost?"]
    })
  ),
  name: Schema.optionalKey(
    leadField.annotate({ description: `Name of the lead, at most ${leadFieldCharsMax} characters.` })
  ),
  company: Schema.optionalKey(
    leadField.annotate({ description: `Company of the lead, at most ${leadFieldCharsMax} characters.` })
  ),
  website: Schema.optionalKey(
    leadField.annotate({ description: "Website of the lead, as an http or https URL." })
      .check(Schema.makeFilter(isWebAddress, { message: "must be an http or https URL." }))
  ),
  source: Schema.optionalKey(
    leadField.annotate({
      description: "Your label for the origin of the lead. It does not affect the verdict.",
      examples: ["contact form"]
    })
  )
}).check(Schema.makeFilter((lead) =>
  isBlank(lead.email) && isBlank(lead.message)
    ? { path: ["email"], issue: "is required if message is missing or blank." }
    : true
))

const categories = [...new Set(Object.values(leadCatalog).map(({ category }) => category))]

export const LeadResult = Schema.Struct({
  request_id: Schema.String.annotate({ format: "uuid", description: "Request ID, as in the `X-Request-Id` header." }),
  verdict: Schema.Literals(["clean", "review", "spam"]).annotate({
    description:
      "Verdict by risk score. `clean` (0 to 24): no meaningful risk signals. `review` (25 to 79): some risk signals, " +
      "worth a look. `spam` (80 to 100): strong risk signals."
  }),
  risk_score: scoreSchema.annotate({ description: "Risk score from 0 (no risk signals) to 100 (certain threat)." }),
  categories: Schema.Array(Schema.String).annotate({
    description:
      `Machine-readable risk signals, strongest first. Later releases may add categories. Current categories: ${
        categories.join(", ")
      }.`,
    examples: [["spam_content", "public_email"]]
  }),
  reasons: Schema.Array(Schema.String).annotate({
    description: "Explanations of the main risk signals for people, strongest first.",
    examples: [["The message reads like spam."]]
  }),
  language: Schema.NullOr(Schema.String).annotate({
    description:
      "Detected language of the message, as an ISO 639-1 code, or ISO 639-3 if there is none. Null without a message, and if " +
      "the message is too short for detection.",
    examples: ["en"]
  })
}).annotate({ identifier: "LeadResult", description: "Verdict on the lead, with its reasons." })

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
    errorShape: okMessageShape,
    validationErrorShape: "validation",
    supportsIdempotencyKey: false,
    failureStatuses: { QueueFull: 503 }
  }
} satisfies EndpointDeclaration

export class Leads extends HttpApiGroup.make("leads").add(
  declareEndpoint("analyzeLead", analyzeLead, errorResponses(okMessageShape, [401, 413, 422, 429, 500, 503]))
    .annotateMerge(
      OpenApi.annotations({
        identifier: "analyzeLead",
        summary: "Analyze a lead",
        description:
          "Combines the reputation of the email address, the classification of the message and a check of every link into one "
          + "verdict. Send `email`, `message` or both; blank fields count as missing. A known malicious URL sets the risk score to "
          + "100. Returns the verdict, the risk score and the reasons.\n\n**Cost:** free."
      })
    )
).middleware(ApiKeyAuth)
  .annotateMerge(
    OpenApi.annotations({ title: "Leads", description: "Spam and risk signals of contact and sign-up forms." })
  )
{}
