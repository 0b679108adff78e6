import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { targetKinds } from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import { Conflict, InvalidInput, NotAllowed, NotFound } from "./AccountFailures.ts"
import { instant, limit, shortText } from "./Page.ts"
import { AllowedRoles, allRoles, RequestValidation, SameOrigin, SessionAuth } from "./SessionAuth.ts"

const Source = Schema.Struct({
  name: Schema.String,
  kind: Schema.String,
  state: Schema.Literals(["live", "stale", "down"]),
  required: Schema.Boolean,
  enforced: Schema.Boolean,
  entries: Schema.Int,
  bytes: Schema.Int,
  updatedAt: Schema.NullOr(instant),
  problem: Schema.NullOr(Schema.String)
})

const scope = Schema.Literals(targetKinds)

const Entry = Schema.Struct({
  id: Schema.Int,
  kind: scope,
  expression: Schema.String,
  action: Schema.Literals(["block", "allow"]),
  reason: Schema.String,
  source: Schema.String,
  author: Schema.String,
  forced: Schema.Boolean,
  createdAt: instant,
  expiresAt: Schema.NullOr(instant)
})

const SubmissionView = Schema.Struct({
  id: Schema.Int,
  url: Schema.String,
  canonicalUrl: Schema.String,
  state: Schema.Literals(["pending", "accepted", "rejected"]),
  createdAt: instant,
  reviewedAt: Schema.NullOr(instant),
  /** Name of the account whose key reported the URL; null for members of accounts other than the operator's. */
  reporter: Schema.NullOr(Schema.String),
  reviewer: Schema.NullOr(Schema.String),
  rejection: Schema.NullOr(Schema.String),
  entryId: Schema.NullOr(Schema.Int),
  triageRisk: Schema.Int,
  triageReasons: Schema.Array(Schema.Struct({
    code: Schema.String,
    message: Schema.String,
    /** Points that the reason adds to the risk; null if the current rules would judge the report differently from the rules used then. */
    points: Schema.NullOr(Schema.Int),
    /** Minimum risk that the reason sets, regardless of the other reasons; null if it sets none. */
    riskAtLeast: Schema.NullOr(Schema.Int)
  }))
})

const sources = HttpApiEndpoint.get("sources", "/threats/sources", { success: Schema.Array(Source) })

/** Reported URLs can be long. */
const textCharsMax = 2_048

const blocklist = HttpApiEndpoint.get("blocklist", "/threats/blocklist", {
  query: {
    action: Schema.optionalKey(Schema.Literals(["block", "allow"])),
    source: Schema.optionalKey(shortText),
    /**
     * Part of a host or URL. A whole URL also finds the entries that cover it. The search is bounded, so an empty page is not necessarily
     * the last.
     */
    text: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(textCharsMax))),
    before: Schema.optionalKey(Schema.Int),
    limit
  },
  success: Schema.Struct({ items: Schema.Array(Entry), next: Schema.NullOr(Schema.Int), total: Schema.Int })
})

/**
 * Adds an entry. An entry that would block a widely shared host is refused with the field `force`; setting `force` adds it and is recorded.
 */
const addEntry = HttpApiEndpoint.post("addEntry", "/threats/blocklist", {
  payload: Schema.Struct({
    url: Schema.String.check(Schema.isMaxLength(8_192)),
    scope,
    action: Schema.Literals(["block", "allow"]),
    reason: shortText,
    /** Null: no expiry. */
    days: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_650 }))),
    force: Schema.Boolean
  }),
  success: Entry,
  error: [InvalidInput, NotAllowed]
})

const removeEntry = HttpApiEndpoint.delete("removeEntry", "/threats/blocklist/:id", {
  params: { id: Schema.Int },
  success: HttpApiSchema.NoContent,
  error: [NotFound, NotAllowed]
})

/** Lists submissions. Members of accounts other than the operator's see those of their own account. */
const submissions = HttpApiEndpoint.get("submissions", "/threats/submissions", {
  query: {
    state: Schema.optionalKey(Schema.Literals(["pending", "accepted", "rejected"])),
    /** Absent: newest first. `urgent`: by risk, then newest first. */
    order: Schema.optionalKey(Schema.Literals(["newest", "urgent"])),
    /** Last ID of the previous page. */
    before: Schema.optionalKey(Schema.Int),
    limit
  },
  success: Schema.Struct({ items: Schema.Array(SubmissionView), next: Schema.NullOr(Schema.Int) })
})

/** Returns a submission by its ID, in any state. Outside the operator's account, submissions of other accounts are not found. */
const submission = HttpApiEndpoint.get("submission", "/threats/submissions/:id", {
  params: { id: Schema.Int },
  success: SubmissionView,
  error: NotFound
})

const accept = HttpApiEndpoint.post("accept", "/threats/submissions/:id/accept", {
  params: { id: Schema.Int },
  payload: Schema.Struct({
    /** Absent: the page. */
    scope: Schema.optionalKey(scope),
    days: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_650 }))),
    reason: shortText,
    force: Schema.Boolean
  }),
  success: SubmissionView,
  error: [NotFound, Conflict, InvalidInput, NotAllowed]
})

const reject = HttpApiEndpoint.post("reject", "/threats/submissions/:id/reject", {
  params: { id: Schema.Int },
  payload: Schema.Struct({ reason: shortText }),
  success: SubmissionView,
  error: [NotFound, Conflict, NotAllowed]
})

/** Threat data, which all accounts share. Only members of the operator's account change it. */
export class Threats extends HttpApiGroup.make("threats")
  .add(sources, blocklist, addEntry, removeEntry, submissions, submission, accept, reject)
  .annotateEndpoints(AllowedRoles, allRoles)
  .middleware(SessionAuth)
  .middleware(RequestValidation)
  .middleware(SameOrigin)
{}
