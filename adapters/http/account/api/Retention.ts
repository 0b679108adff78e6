import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { InvalidInput, TooManyTries } from "./AccountFailures.ts"
import { shortTextSchema } from "./Page.ts"
import { AllowedRoles, IsReadOnly, ownerRoles, RequestValidation, SameOrigin, SessionAuth } from "./SessionAuth.ts"

const Retention_ = Schema.Struct({
  /** Retention of requests, document findings, leads and counts, in days. */
  historyDays: Schema.Int,
  /** Maximum of `historyDays` that the operator allows (`GATEHOUSE_HISTORY_DAYS`). */
  historyDaysMax: Schema.Int,
  /** Retention of the audit log, in days. */
  auditDays: Schema.Int,
  /** Number of stored objects by kind. */
  kept: Schema.Struct({
    requests: Schema.Int,
    leads: Schema.Int,
    auditEntries: Schema.Int,
    /** Time of the oldest request, in milliseconds since 1970-01-01 UTC; null without requests. */
    oldestRequestAt: Schema.NullOr(Schema.Int)
  })
})

const retention = HttpApiEndpoint.get("retention", "/retention", { success: Retention_ })

const setRetention = HttpApiEndpoint.put("setRetention", "/retention", {
  payload: Schema.Struct({ historyDays: Schema.Int }),
  success: Retention_,
  error: InvalidInput
})

/** Numbers of stored records about a person, found by email address. */
const Found = Schema.Struct({
  requests: Schema.Int,
  leads: Schema.Int,
  rules: Schema.Int,
  members: Schema.Int,
  auditEntries: Schema.Int,
  /** Blocklist entries and submission reviews made under the person's name. Erasure keeps them under a neutral name. */
  decisions: Schema.Int,
  /**
   * Reported links and blocklist entries that contain the address. Erasure removes the address from the links, and
   * deletes the blocklist entries.
   */
  links: Schema.Int,
  /**
   * Requests whose masked subject fits the person's address, but also other addresses of the same mail host. Erasure
   * does not change them.
   */
  maskedRequests: Schema.Int
})

const find = HttpApiEndpoint.post("findPerson", "/people/find", {
  payload: Schema.Struct({ email: shortTextSchema }),
  success: Found,
  error: [InvalidInput, TooManyTries]
}).annotate(IsReadOnly, true)

/**
 * Exports all records about a person as one JSON file. The export counts as a change, because the audit log records it.
 */
const exportPerson = HttpApiEndpoint.post("exportPerson", "/people/export", {
  payload: Schema.Struct({ email: shortTextSchema }),
  success: Schema.Record(Schema.String, Schema.Unknown),
  error: [InvalidInput, TooManyTries]
})

/**
 * Deletes all records about a person permanently, and returns their numbers. The ledger keeps the amounts, which
 * identify no person.
 */
const erase = HttpApiEndpoint.post("erasePerson", "/people/erase", {
  payload: Schema.Struct({ email: shortTextSchema }),
  success: Found,
  error: [InvalidInput, TooManyTries]
})

export class Retention extends HttpApiGroup.make("retention")
  .add(retention, setRetention, find, exportPerson, erase)
  .annotateEndpoints(AllowedRoles, ownerRoles)
  .middleware(SessionAuth)
  .middleware(RequestValidation)
  .middleware(SameOrigin)
{}
