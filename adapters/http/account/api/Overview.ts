import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { InvalidInput } from "./AccountFailures.ts"
import { instantSchema, paceSchema } from "./Page.ts"
import { AllowedRoles, RequestValidation, SameOrigin, SessionAuth, staffRoles } from "./SessionAuth.ts"

/** Maximum number of days that one overview covers. */
export const overviewDaysMax = 92

/**
 * Condition that needs attention, with the dashboard page to open. The dashboard selects the label of the link by
 * `code`, and the icon by `severity`.
 */
const Attention = Schema.Struct({
  code: Schema.Literals([
    "credits-low",
    "credits-gone",
    "source-down",
    "source-stale",
    "submissions-waiting",
    "degraded-forms",
    "requests-failing",
    "over-limit",
    "no-feeds",
    "no-sites"
  ]),
  severity: Schema.Literals(["alarm", "warning", "task", "hint"]),
  message: Schema.String,
  /** Path in the dashboard, starting with `/`. */
  path: Schema.String
})

/** Totals of one hour. */
const Hour = Schema.Struct({
  at: instantSchema.annotate({ description: "Start of the hour." }),
  requests: Schema.Int,
  /** Requests with a status of 400 or higher. */
  refused: Schema.Int,
  credits: Schema.Int
})

const Operation = Schema.Struct({
  operation: Schema.String,
  requests: Schema.Int,
  refused: Schema.Int,
  /** Requests that exceeded the rate limit of their key. `requests` does not include them. */
  limited: Schema.Int,
  credits: Schema.Int,
  /** Median server time in milliseconds; null without requests. */
  millisMedian: Schema.NullOr(Schema.Number),
  millisP95: Schema.NullOr(Schema.Number),
  /** Number of occurrences of each verdict word. */
  verdicts: Schema.Record(Schema.String, Schema.Int),
  statuses: Schema.Record(Schema.String, Schema.Int)
})

const overview = HttpApiEndpoint.get("overview", "/overview", {
  query: { from: instantSchema, to: instantSchema },
  success: Schema.Struct({
    available: Schema.Int,
    held: Schema.Int,
    /** Average use per day, and how many of the last seven days the average covers; null without requests. */
    pace: paceSchema,
    attention: Schema.Array(Attention),
    /** Hours with requests, oldest first. */
    hours: Schema.Array(Hour),
    operations: Schema.Array(Operation),
    /** Requests that members made in the dashboard, which use no API key. */
    triedRequests: Schema.Int,
    /** Requests by API key, busiest first. */
    keys: Schema.Array(Schema.Struct({ keyId: Schema.String, requests: Schema.Int }))
  }),
  error: InvalidInput
})

export class Overview extends HttpApiGroup.make("overview")
  .add(overview)
  .annotateEndpoints(AllowedRoles, staffRoles)
  .middleware(SessionAuth)
  .middleware(RequestValidation)
  .middleware(SameOrigin)
{}
