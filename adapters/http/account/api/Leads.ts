import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { NotFound } from "./AccountFailures.ts"
import { idSchema, instantSchema, limitSchema } from "./Page.ts"
import { AllowedRoles, allRoles, RequestValidation, SameOrigin, SessionAuth } from "./SessionAuth.ts"

const mark = Schema.Literals(["spam", "ham"])

const LeadView = Schema.Struct({
  requestId: Schema.String,
  at: instantSchema,
  verdict: Schema.Literals(["clean", "review", "spam"]),
  riskScore: Schema.Int,
  categories: Schema.Array(Schema.String),
  language: Schema.NullOr(Schema.String),
  source: Schema.NullOr(Schema.String),
  /** Spam probability of the message text, without the other fields: 0 to 1. */
  spamProbability: Schema.NullOr(Schema.Number),
  /** Message text; null unless the operator stores messages. */
  message: Schema.NullOr(Schema.String),
  mark: Schema.NullOr(mark),
  markedAt: Schema.NullOr(instantSchema),
  /** Sender address as stored: masked, in full, or null, depending on the operator's settings. */
  sender: Schema.NullOr(Schema.String),
  /** Name of the API key; null for requests made in the dashboard and for keys that are no longer known. */
  keyName: Schema.NullOr(Schema.String)
})

const list = HttpApiEndpoint.get("list", "/leads", {
  query: {
    verdict: Schema.optionalKey(Schema.Literals(["clean", "review", "spam"])),
    mark: Schema.optionalKey(Schema.Literals(["spam", "ham", "any", "none"])),
    before: Schema.optionalKey(idSchema),
    limit: limitSchema
  },
  success: Schema.Struct({ items: Schema.Array(LeadView), next: Schema.NullOr(Schema.String) })
})

const get = HttpApiEndpoint.get("get", "/leads/:id", {
  params: { id: idSchema },
  success: Schema.Struct({
    lead: LeadView,
    /** Meaning and possible causes of each category. */
    explanations: Schema.Array(Schema.Struct({ category: Schema.String, meaning: Schema.String }))
  }),
  error: NotFound
})

const setMark = HttpApiEndpoint.put("setMark", "/leads/:id/mark", {
  params: { id: idSchema },
  payload: Schema.Struct({ mark: Schema.NullOr(mark) }),
  success: LeadView,
  error: NotFound
})

const forget = HttpApiEndpoint.delete("forget", "/leads/:id", {
  params: { id: idSchema },
  success: HttpApiSchema.NoContent,
  error: NotFound
})

export class Leads extends HttpApiGroup.make("leads")
  .add(list, get, setMark, forget)
  .annotateEndpoints(AllowedRoles, allRoles)
  .middleware(SessionAuth)
  .middleware(RequestValidation)
  .middleware(SameOrigin)
{}
