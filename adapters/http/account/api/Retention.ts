import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Refused, TooManyTries } from "./AccountFailures.ts"
import { line } from "./Page.ts"
import { ChangesNothing, MayBeUsedBy, owners, OwnPages, SessionAuth, WellFormed } from "./SessionAuth.ts"

const Retention_ = Schema.Struct({
  /** Days that requests, documents' findings, leads and counts are kept. */
  historyDays: Schema.Int,
  /** What the operator allows at most (`GATEHOUSE_HISTORY_DAYS`). */
  historyDaysMax: Schema.Int,
  /** Days that the audit log is kept. */
  auditDays: Schema.Int,
  /** What is there now, by kind. */
  kept: Schema.Struct({
    requests: Schema.Int,
    leads: Schema.Int,
    auditEntries: Schema.Int,
    /** Milliseconds since 1970 of the oldest request; null without one. */
    oldestRequestAt: Schema.NullOr(Schema.Int)
  })
})

const retention = HttpApiEndpoint.get("retention", "/retention", { success: Retention_ })

const setRetention = HttpApiEndpoint.put("setRetention", "/retention", {
  payload: Schema.Struct({ historyDays: Schema.Int }),
  success: Retention_,
  error: Refused
})

/** What is kept of a person, by email address. */
const Found = Schema.Struct({
  requests: Schema.Int,
  leads: Schema.Int,
  rules: Schema.Int,
  members: Schema.Int,
  auditEntries: Schema.Int,
  /** Blocklist entries and reviews of submissions under their name: they stay, as a former member's. */
  decisions: Schema.Int,
  /** Reported links, which stay without the address, and blocklist entries that name it. */
  links: Schema.Int,
  /** Requests whose masked subject may be theirs or another's of the same mail host: told, and not touched. */
  maskedRequests: Schema.Int
})

const find = HttpApiEndpoint.post("findPerson", "/people/find", {
  payload: Schema.Struct({ email: line }),
  success: Found,
  error: [Refused, TooManyTries]
}).annotate(ChangesNothing, true)

/** All of it, as one JSON file. It counts as a change: the audit log tells of each. */
const exportPerson = HttpApiEndpoint.post("exportPerson", "/people/export", {
  payload: Schema.Struct({ email: line }),
  success: Schema.Record(Schema.String, Schema.Unknown),
  error: [Refused, TooManyTries]
})

/** Removes it for good, and tells how much that was. The ledger keeps amounts, which name nobody. */
const erase = HttpApiEndpoint.post("erasePerson", "/people/erase", {
  payload: Schema.Struct({ email: line }),
  success: Found,
  error: [Refused, TooManyTries]
})

export class Retention extends HttpApiGroup.make("retention")
  .add(retention, setRetention, find, exportPerson, erase)
  .annotateEndpoints(MayBeUsedBy, owners)
  .middleware(SessionAuth)
  .middleware(WellFormed)
  .middleware(OwnPages)
{}
