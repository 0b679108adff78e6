import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { NotThere, Refused, TooManyTries } from "./AccountFailures.ts"
import { exportedFile, exportFormat } from "./Exports.ts"
import { id, instant, limit, line, search } from "./Page.ts"
import { MayBeUsedBy, OwnPages, SessionAuth, staff, WellFormed } from "./SessionAuth.ts"

const KeptRequest = Schema.Struct({
  requestId: Schema.String,
  /** Null: tried in the dashboard, by a member. */
  keyId: Schema.NullOr(Schema.String),
  operation: Schema.String,
  status: Schema.Int,
  credits: Schema.Int,
  at: instant,
  millis: Schema.Number,
  /** Words with commas between them (`disposable,role`); null when the request failed. */
  verdict: Schema.NullOr(Schema.String),
  /** As the operator chose to keep it: masked, whole, or null. */
  subject: Schema.NullOr(Schema.String)
})

/** What narrows the list; absent does not. */
const filters = {
  operation: Schema.optionalKey(line),
  /** A status (`422`), or a class of them (`4xx`). */
  status: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[2-5](?:\d\d|xx)$/))),
  keyId: Schema.optionalKey(id),
  /** A word of the verdict. */
  verdict: Schema.optionalKey(line),
  /** Part of the subject, the whole of one that is masked, the SHA-256 of a scanned file, or a request id. */
  text: search,
  from: Schema.optionalKey(instant),
  to: Schema.optionalKey(instant)
}

/** As the pages send it. */
const RequestsNarrowed = Schema.Struct(filters)
export type RequestsNarrowed = typeof RequestsNarrowed.Type

const list = HttpApiEndpoint.get("list", "/requests", {
  query: { ...filters, before: Schema.optionalKey(id), limit },
  success: Schema.Struct({
    items: Schema.Array(Schema.Struct({
      ...KeptRequest.fields,
      /** What the API said when it refused it; null of others, and where that is not kept. */
      refusal: Schema.NullOr(Schema.String),
      /** SHA-256 of the file that was scanned, 64 hex digits: masked files are told apart by it. Null of others, and where it is not kept. */
      fileHash: Schema.NullOr(Schema.String)
    })),
    /** `before` of the next page; null at the end. A page may hold less than `limit` and still not be the last. */
    next: Schema.NullOr(Schema.String)
  }),
  error: Refused
})

/** What was found, as far as it is kept: the same as in the answer. */
export const Details = Schema.Struct({
  /** Of a document: 0 to 100, higher is safer; of a lead the risk, higher is riskier. */
  score: Schema.NullOr(Schema.Int),
  reasons: Schema.Array(Schema.Struct({
    code: Schema.String,
    message: Schema.String,
    /** What it is about, for people: a page, an object, a part of the file; empty where that is the whole. */
    where: Schema.String
  })),
  /** Name and value, as in the answer. */
  facts: Schema.Record(Schema.String, Schema.Unknown),
  /** Names of the fields that were sent. */
  sent: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Of what was refused: the answer's sentence, and of a body of the wrong shape what was said of each field. */
  refusal: Schema.optionalKey(Schema.Struct({
    message: Schema.String,
    fields: Schema.Array(Schema.Struct({ name: Schema.String, messages: Schema.Array(Schema.String) }))
  }))
})

const get = HttpApiEndpoint.get("get", "/requests/:id", {
  params: { id },
  success: Schema.Struct({
    request: KeptRequest,
    details: Schema.NullOr(Details),
    /** What it did to the balance, oldest first. */
    movements: Schema.Array(Schema.Struct({
      kind: Schema.String,
      amount: Schema.Int,
      note: Schema.String,
      at: instant
    }))
  }),
  error: NotThere
})

/** At most `exportRowsMax` rows, newest first; as a file. */
const exported = HttpApiEndpoint.get("exported", "/requests-export", {
  query: { ...filters, format: exportFormat },
  success: exportedFile,
  error: [Refused, TooManyTries]
})

const documents = HttpApiEndpoint.get("documents", "/documents", {
  query: {
    rating: Schema.optionalKey(Schema.Literals(["ok", "warn", "block"])),
    before: Schema.optionalKey(id),
    limit
  },
  success: Schema.Struct({
    items: Schema.Array(Schema.Struct({ request: KeptRequest, details: Schema.NullOr(Details) })),
    next: Schema.NullOr(Schema.String)
  })
})

export class Requests extends HttpApiGroup.make("requests")
  .add(list, get, exported, documents)
  .annotateEndpoints(MayBeUsedBy, staff)
  .middleware(SessionAuth)
  .middleware(WellFormed)
  .middleware(OwnPages)
{}
