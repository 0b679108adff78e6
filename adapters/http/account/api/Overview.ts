import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Refused } from "./AccountFailures.ts"
import { instant, pace } from "./Page.ts"
import { MayBeUsedBy, OwnPages, SessionAuth, staff, WellFormed } from "./SessionAuth.ts"

/** Longest stretch that is told hour by hour. */
export const overviewDaysMax = 92

/** What somebody should look at, with where. The code is for programs, and names the icon. */
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
  /** A path of the dashboard, from `/`. */
  path: Schema.String
})

/** Sums of one hour. */
const Hour = Schema.Struct({
  at: instant.annotate({ description: "Its beginning." }),
  requests: Schema.Int,
  /** With a status of 400 and more. */
  refused: Schema.Int,
  credits: Schema.Int
})

const Operation = Schema.Struct({
  operation: Schema.String,
  requests: Schema.Int,
  refused: Schema.Int,
  /** Over the limit of their key: these are not among the requests. */
  limited: Schema.Int,
  credits: Schema.Int,
  /** Milliseconds of the server; null without requests. */
  millisMedian: Schema.NullOr(Schema.Number),
  millisP95: Schema.NullOr(Schema.Number),
  /** How often each word of a verdict was said. */
  verdicts: Schema.Record(Schema.String, Schema.Int),
  statuses: Schema.Record(Schema.String, Schema.Int)
})

const overview = HttpApiEndpoint.get("overview", "/overview", {
  query: { from: instant, to: instant },
  success: Schema.Struct({
    available: Schema.Int,
    held: Schema.Int,
    /** How much a day, and over how many of the last seven days that is told; null where nothing was asked. */
    pace,
    attention: Schema.Array(Attention),
    /** Hours in which something was asked, oldest first. */
    hours: Schema.Array(Hour),
    operations: Schema.Array(Operation),
    /** Of what members tried in the dashboard; it has no key. */
    triedRequests: Schema.Int,
    /** By API key, the busiest first. */
    keys: Schema.Array(Schema.Struct({ keyId: Schema.String, requests: Schema.Int }))
  }),
  error: Refused
})

export class Overview extends HttpApiGroup.make("overview")
  .add(overview)
  .annotateEndpoints(MayBeUsedBy, staff)
  .middleware(SessionAuth)
  .middleware(WellFormed)
  .middleware(OwnPages)
{}
