import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { InvalidInput, NotFound, TooManyTries } from "./AccountFailures.ts"
import { exportFileStream, exportFormat } from "./Exports.ts"
import { id, instant, limit, search, shortText } from "./Page.ts"
import { AllowedRoles, RequestValidation, SameOrigin, SessionAuth, staffRoles } from "./SessionAuth.ts"

const RequestView = Schema.Struct({
  requestId: Schema.String,
  /** Null for a request that a member made in the dashboard. */
  keyId: Schema.NullOr(Schema.String),
  operation: Schema.String,
  status: Schema.Int,
  credits: Schema.Int,
  at: instant,
  millis: Schema.Number,
  /** Words separated by commas (`disposable,role`); null when the request failed. */
  verdict: Schema.NullOr(Schema.String),
  /** Stored as the operator chose: masked, in full, or null. */
  subject: Schema.NullOr(Schema.String)
})

/** Filters of the list. An absent field does not filter. */
const filters = {
  operation: Schema.optionalKey(shortText),
  /** A status (`422`) or a status class (`4xx`). */
  status: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[2-5](?:\d\d|xx)$/))),
  keyId: Schema.optionalKey(id),
  /** One word of the verdict. */
  verdict: Schema.optionalKey(shortText),
  /** Part of a subject, a complete masked subject, the SHA-256 of a scanned file, or a request ID. */
  text: search,
  from: Schema.optionalKey(instant),
  to: Schema.optionalKey(instant)
}

/** Filters in the form in which the pages send them. */
const RequestsQuery = Schema.Struct(filters)
export type RequestsQuery = typeof RequestsQuery.Type

const list = HttpApiEndpoint.get("list", "/requests", {
  query: { ...filters, before: Schema.optionalKey(id), limit },
  success: Schema.Struct({
    items: Schema.Array(Schema.Struct({
      ...RequestView.fields,
      /** Message of a refused request; null for other requests and where it is not stored. */
      refusal: Schema.NullOr(Schema.String),
      /**
       * SHA-256 of the scanned file, 64 hex digits, which distinguishes files with masked names. Null for other requests and where it is
       * not stored.
       */
      fileHash: Schema.NullOr(Schema.String)
    })),
    /** Value for `before` of the next page; null at the end. A page with fewer than `limit` items is not necessarily the last. */
    next: Schema.NullOr(Schema.String)
  }),
  error: InvalidInput
})

/** Stored findings, as in the response. */
export const Details = Schema.Struct({
  /** Documents: 0 to 100, higher is safer. Leads: risk from 0 to 100, higher is riskier. */
  score: Schema.NullOr(Schema.Int),
  reasons: Schema.Array(Schema.Struct({
    code: Schema.String,
    message: Schema.String,
    /** Location in readable form: a page, an object, or a part of the file; empty for the whole file. */
    where: Schema.String
  })),
  /** Names and values, as in the response. */
  facts: Schema.Record(Schema.String, Schema.Unknown),
  /** Names of the submitted fields. */
  sent: Schema.optionalKey(Schema.Array(Schema.String)),
  /** For a refused request: the message of the response, and for a malformed body the messages of each field. */
  refusal: Schema.optionalKey(Schema.Struct({
    message: Schema.String,
    fields: Schema.Array(Schema.Struct({ name: Schema.String, messages: Schema.Array(Schema.String) }))
  }))
})

const get = HttpApiEndpoint.get("get", "/requests/:id", {
  params: { id },
  success: Schema.Struct({
    request: RequestView,
    details: Schema.NullOr(Details),
    /** Balance movements of the request, oldest first. */
    movements: Schema.Array(Schema.Struct({
      kind: Schema.String,
      amount: Schema.Int,
      note: Schema.String,
      at: instant
    }))
  }),
  error: NotFound
})

/** At most `exportRowsMax` rows as a file, newest first. */
const exported = HttpApiEndpoint.get("exported", "/requests-export", {
  query: { ...filters, format: exportFormat },
  success: exportFileStream,
  error: [InvalidInput, TooManyTries]
})

const documents = HttpApiEndpoint.get("documents", "/documents", {
  query: {
    rating: Schema.optionalKey(Schema.Literals(["ok", "warn", "block"])),
    before: Schema.optionalKey(id),
    limit
  },
  success: Schema.Struct({
    items: Schema.Array(Schema.Struct({ request: RequestView, details: Schema.NullOr(Details) })),
    next: Schema.NullOr(Schema.String)
  })
})

export class Requests extends HttpApiGroup.make("requests")
  .add(list, get, exported, documents)
  .annotateEndpoints(AllowedRoles, staffRoles)
  .middleware(SessionAuth)
  .middleware(RequestValidation)
  .middleware(SameOrigin)
{}
