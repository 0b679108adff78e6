import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { targetKinds } from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import { Conflict, InvalidInput, NotAllowed, NotFound } from "./AccountFailures.ts"
import { instantSchema, limitSchema, shortTextSchema } from "./Page.ts"
import { AllowedRoles, allRoles, RequestValidation, SameOrigin, SessionAuth } from "./SessionAuth.ts"

const Source = Schema.Struct({
  name: Schema.String,
  kind: Schema.String,
  state: Schema.Literals(["live", "stale", "down"]),
  required: Schema.Boolean,
  enforced: Schema.Boolean,
  entries: Schema.Int,
  bytes: Schema.Int,
  updatedAt: Schema.NullOr(instantSchema),
  problem: Schema.NullOr(Schema.String)
})

/** State of the malware engine. */
const Engine = Schema.Struct({
  name: Schema.String,
  state: Schema.Literals(["live", "down"]),
  required: Schema.Boolean,
  version: Schema.NullOr(Schema.String),
  signatures: Schema.NullOr(Schema.String),
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
  createdAt: instantSchema,
  expiresAt: Schema.NullOr(instantSchema)
})

const SubmissionView = Schema.Struct({
  id: Schema.Int,
  url: Schema.String,
  canonicalUrl: Schema.String,
  state: Schema.Literals(["pending", "accepted", "rejected"]),
  createdAt: instantSchema,
  reviewedAt: Schema.NullOr(instantSchema),
  /** Name of the account whose key reported the URL; null for members of accounts other than the operator's. */
  reporter: Schema.NullOr(Schema.String),
  reviewer: Schema.NullOr(Schema.String),
  rejection: Schema.NullOr(Schema.String),
  entryId: Schema.NullOr(Schema.Int),
  triageRisk: Schema.Int,
  triageReasons: Schema.Array(Schema.Struct({
    code: Schema.String,
    message: Schema.String,
    /** Points that the reason adds to the risk; null if the current rules would rate the report differently. */
    points: Schema.NullOr(Schema.Int),
    /** Minimum risk that the reason sets, regardless of the other reasons; null if it sets none. */
    riskAtLeast: Schema.NullOr(Schema.Int)
  }))
})

const sources = HttpApiEndpoint.get("sources", "/threats/sources", { success: Schema.Array(Source) })

/** Returns the state of the malware engine; null without one. */
const engine = HttpApiEndpoint.get("engine", "/threats/engine", { success: Schema.NullOr(Engine) })

/** Maximum number of characters of a blocklist search. URLs in a search can be long. */
const textCharsMax = 2_048

const blocklist = HttpApiEndpoint.get("blocklist", "/threats/blocklist", {
  query: {
    action: Schema.optionalKey(Schema.Literals(["block", "allow"])),
    source: Schema.optionalKey(shortTextSchema),
    /**
     * Part of a host or URL. A whole URL also finds the entries that cover it. The search is limited, so further
     * results can follow an empty page.
     */
    text: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(textCharsMax))),
    before: Schema.optionalKey(Schema.Int),
    limit: limitSchema
  },
  success: Schema.Struct({ items: Schema.Array(Entry), next: Schema.NullOr(Schema.Int), total: Schema.Int })
})

/**
 * Adds an entry. An entry that `hostGuard` rejects fails with an error for the field `force`. If `force` is set, the
 * entry is added and marked as forced.
 */
const addEntry = HttpApiEndpoint.post("addEntry", "/threats/blocklist", {
  payload: Schema.Struct({
    url: Schema.String.check(Schema.isMaxLength(8_192)),
    scope,
    action: Schema.Literals(["block", "allow"]),
    reason: shortTextSchema,
    /** Days until the entry expires; null for an entry without expiry. */
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

/** Lists submissions. Members of accounts other than the operator's see only submissions of their own account. */
const submissions = HttpApiEndpoint.get("submissions", "/threats/submissions", {
  query: {
    state: Schema.optionalKey(Schema.Literals(["pending", "accepted", "rejected"])),
    /** Order of the submissions. `urgent` sorts by risk, then newest first. Default: `newest`. */
    order: Schema.optionalKey(Schema.Literals(["newest", "urgent"])),
    /** ID of the last submission on the previous page. */
    before: Schema.optionalKey(Schema.Int),
    limit: limitSchema
  },
  success: Schema.Struct({ items: Schema.Array(SubmissionView), next: Schema.NullOr(Schema.Int) })
})

/**
 * Returns a submission in any state. Members of accounts other than the operator's find only submissions of their own
 * account.
 */
const submission = HttpApiEndpoint.get("submission", "/threats/submissions/:id", {
  params: { id: Schema.Int },
  success: SubmissionView,
  error: NotFound
})

const accept = HttpApiEndpoint.post("accept", "/threats/submissions/:id/accept", {
  params: { id: Schema.Int },
  payload: Schema.Struct({
    /** Scope of the blocklist entry. Default: `page`. */
    scope: Schema.optionalKey(scope),
    days: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_650 }))),
    reason: shortTextSchema,
    force: Schema.Boolean
  }),
  success: SubmissionView,
  error: [NotFound, Conflict, InvalidInput, NotAllowed]
})

const reject = HttpApiEndpoint.post("reject", "/threats/submissions/:id/reject", {
  params: { id: Schema.Int },
  payload: Schema.Struct({ reason: shortTextSchema }),
  success: SubmissionView,
  error: [NotFound, Conflict, NotAllowed]
})

/** Endpoints for threat data, which all accounts share. Only members of the operator's account can change it. */
export class Threats extends HttpApiGroup.make("threats")
  .add(sources, engine, blocklist, addEntry, removeEntry, submissions, submission, accept, reject)
  .annotateEndpoints(AllowedRoles, allRoles)
  .middleware(SessionAuth)
  .middleware(RequestValidation)
  .middleware(SameOrigin)
{}
