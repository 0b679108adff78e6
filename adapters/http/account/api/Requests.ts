import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { InvalidInput, NotFound, TooManyTries } from "./AccountFailures.ts"
import { exportFileStream, exportFormat } from "./Exports.ts"
import { idSchema, instantSchema, limitSchema, searchSchema, shortTextSchema } from "./Page.ts"
import { AllowedRoles, RequestValidation, SameOrigin, SessionAuth, staffRoles } from "./SessionAuth.ts"

const RequestView = Schema.Struct({
  requestId: Schema.String,
  /** ID of the API key; null for a request that a member made in the dashboard. */
  keyId: Schema.NullOr(Schema.String),
  operation: Schema.String,
  status: Schema.Int,
  credits: Schema.Int,
  at: instantSchema,
  millis: Schema.Number,
  /** Verdict words separated by commas (`disposable,role`); null if the request failed. */
  verdict: Schema.NullOr(Schema.String),
  /** Email address, URL or file name as stored: masked, in full, or null, depending on the operator's settings. */
  subject: Schema.NullOr(Schema.String)
})

/** Filters of the request list. An absent field does not filter. */
const filters = {
  operation: Schema.optionalKey(shortTextSchema),
  /** A status (`422`) or a status class (`4xx`). */
  status: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[2-5](?:\d\d|xx)$/))),
  keyId: Schema.optionalKey(idSchema),
  /** One word of the verdict. */
  verdict: Schema.optionalKey(shortTextSchema),
  /** Part of a subject, a complete masked subject, the SHA-256 of a scanned file, or a request ID. */
  text: searchSchema,
  from: Schema.optionalKey(instantSchema),
  to: Schema.optionalKey(instantSchema)
}

/** Filters as the dashboard pages send them. */
const RequestsQuery = Schema.Struct(filters)
export type RequestsQuery = typeof RequestsQuery.Type

const list = HttpApiEndpoint.get("list", "/requests", {
  query: { ...filters, before: Schema.optionalKey(idSchema), limit: limitSchema },
  success: Schema.Struct({
    items: Schema.Array(Schema.Struct({
      ...RequestView.fields,
      /** Message of a refused request; null for other requests, or if the message was not stored. */
      refusal: Schema.NullOr(Schema.String),
      /**
       * SHA-256 of the scanned file as 64 hex digits, which distinguishes files with masked names. Null for other
       * requests, or if the hash was not stored.
       */
      fileHash: Schema.NullOr(Schema.String)
    })),
    /**
     * Value of `before` that requests the next page; null on the last page. Other pages can also have fewer than
     * `limit` items.
     */
    next: Schema.NullOr(Schema.String)
  }),
  error: InvalidInput
})

/** Findings that were stored with a request. */
export const Details = Schema.Struct({
  /** Score from 0 to 100. For documents, higher is safer. For leads, higher is riskier. */
  score: Schema.NullOr(Schema.Int),
  reasons: Schema.Array(Schema.Struct({
    code: Schema.String,
    message: Schema.String,
    /** Location as readable text: a page, an object, or a part of the file; empty for the whole file. */
    where: Schema.String
  })),
  /** Facts by name, as in the response of the public API. */
  facts: Schema.Record(Schema.String, Schema.Unknown),
  /** Names of the submitted fields. */
  sent: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Message of a refused request, with the messages by field if the body was malformed. */
  refusal: Schema.optionalKey(Schema.Struct({
    message: Schema.String,
    fields: Schema.Array(Schema.Struct({ name: Schema.String, messages: Schema.Array(Schema.String) }))
  }))
})

const get = HttpApiEndpoint.get("get", "/requests/:id", {
  params: { id: idSchema },
  success: Schema.Struct({
    request: RequestView,
    details: Schema.NullOr(Details),
    /** Balance movements of the request, oldest first. */
    movements: Schema.Array(Schema.Struct({
      kind: Schema.String,
      amount: Schema.Int,
      note: Schema.String,
      at: instantSchema
    }))
  }),
  error: NotFound
})

/** Exports at most `exportRowsMax` requests as a file, newest first. */
const exported = HttpApiEndpoint.get("exported", "/requests-export", {
  query: { ...filters, format: exportFormat },
  success: exportFileStream,
  error: [InvalidInput, TooManyTries]
})

const documents = HttpApiEndpoint.get("documents", "/documents", {
  query: {
    rating: Schema.optionalKey(Schema.Literals(["ok", "warn", "block"])),
    before: Schema.optionalKey(idSchema),
    limit: limitSchema
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
