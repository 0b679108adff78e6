import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type RequestDetails, serializeDetails } from "../../../../core/history/RequestDetails.ts"
import type { LimitedRequest, NewRequest, RequestRecord } from "../../../../core/history/RequestHistory.ts"
import { type RequestCount, RequestTally } from "../../../../core/requests/RequestTally.ts"
import { GroupCommit } from "../commits/GroupCommit.ts"
import { insertReturning, insertRows, type InsertTarget } from "../statements/Dialect.ts"
import { readInstant, readInteger, readText, readTextOrNull, type Row, tableReader } from "../statements/Row.ts"
import { writeEvents } from "../webhooks/WebhookRows.ts"

/** Maximum number of requests that one statement reads while a migration counts existing requests. */
const requestsPerBackfill = 5_000

/**
 * Writes requests and their details in the open transaction of a group. The counts of all lanes are written at the end
 * of the transaction, sorted, so that two processes that count the same hours cannot deadlock.
 */
export class RequestWriter extends Context.Service<RequestWriter, {
  readonly write: (records: ReadonlyArray<NewRequest>) => Effect.Effect<void, SqlError.SqlError>
  /** Adds rate-limited requests to the counts written at the end of the group. */
  readonly countLimited: (request: LimitedRequest, count: number) => void
}>()("gatehouse/adapters/storage/sql/requests/RequestWriter") {
  static readonly layer = Layer.effect(
    RequestWriter,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const tally = new RequestTally()
      const groups = yield* GroupCommit
      groups.addFinalStep({
        begin: () => tally.clear(),
        finish: Effect.suspend(() => tally.isEmpty ? Effect.void : writeCounts(sql, tally.drain()))
      })
      return RequestWriter.of({
        countLimited: (request, count) => tally.addLimited(request, count),
        write: Effect.fnUntraced(function*(records) {
          const written = yield* insertReturning(sql, history, records, "account_id, request_id")
          for (const record of newRecords(records, written)) tally.add(record)
          const detailed = records.filter(hasDetails)
          if (detailed.length > 0) yield* insertRows(sql, details, detailed)
          if (records.some(hasEvent)) yield* writeEvents(sql, records.flatMap(({ event }) => event ?? []))
        })
      })
    })
  )
}

/** Returns the records that the statement inserted. Records that already existed must not be counted again. */
const newRecords = (records: ReadonlyArray<NewRequest>, written: ReadonlyArray<Row>): Iterable<NewRequest> => {
  if (written.length === records.length) return records
  const first = new Map(records.toReversed().map((record) => [`${record.requestId} ${record.accountId}`, record]))
  return written.flatMap((row) => first.get(`${readText(row, "request_id")} ${readText(row, "account_id")}`) ?? [])
}

const history: InsertTarget<RequestRecord> = {
  table: "request_history",
  columns: {
    request_id: "text",
    account_id: "text",
    key_id: "text",
    operation: "text",
    status: "integer",
    credits: "integer",
    at: "integer",
    duration_micros: "integer",
    verdict: "text",
    subject: "text"
  },
  cells: (r) => [
    r.requestId,
    r.accountId,
    r.keyId,
    r.operation,
    r.status,
    r.credits,
    r.at.getTime(),
    r.durationMicros,
    r.verdict,
    r.subject
  ],
  conflict: "(account_id, request_id) DO NOTHING"
}

type DetailedRequest = NewRequest & { readonly details: RequestDetails }

const hasDetails = (record: NewRequest): record is DetailedRequest => record.details !== undefined

const hasEvent = ({ event }: NewRequest): boolean => event !== undefined

const details: InsertTarget<DetailedRequest> = {
  table: "request_details",
  columns: { account_id: "text", request_id: "text", details: "text" },
  cells: ({ accountId, details, requestId }) => [accountId, requestId, serializeDetails(details)],
  conflict: "(account_id, request_id) DO NOTHING"
}

const counts: InsertTarget<RequestCount> = {
  table: "request_hours",
  columns: { account_id: "text", hour: "integer", name: "text", count: "integer" },
  cells: ({ accountId, count, hour, name }) => [accountId, hour, name, count],
  conflict: "(account_id, hour, name) DO UPDATE SET count = request_hours.count + excluded.count",
  hasStatementPerSize: true
}

/** Adds to the counts in the caller's transaction. */
export const writeCounts = (sql: SqlClient.SqlClient, added: ReadonlyArray<RequestCount>) =>
  insertRows(sql, counts, added)

/** Fills `request_hours` with the counts of all existing requests. */
export const backfillCounts = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  const tally = new RequestTally()
  let [account, request] = ["", ""]
  for (;;) {
    const rows = yield* sql`SELECT * FROM request_history WHERE (account_id, request_id) > (${account}, ${request})
      ORDER BY account_id, request_id LIMIT ${requestsPerBackfill}`
    for (const row of rows) tally.add(readRequestRecord(row))
    if (!tally.isEmpty) yield* writeCounts(sql, tally.drain())
    const last = rows.at(-1)
    if (last === undefined) return
    account = readText(last, "account_id")
    request = readText(last, "request_id")
  }
})

export const readRequestRecord = tableReader("request_history", (row): RequestRecord => ({
  requestId: readText(row, "request_id"),
  accountId: readText(row, "account_id"),
  keyId: readText(row, "key_id"),
  operation: readText(row, "operation"),
  status: readInteger(row, "status"),
  credits: readInteger(row, "credits"),
  at: readInstant(row, "at"),
  durationMicros: readInteger(row, "duration_micros"),
  verdict: readTextOrNull(row, "verdict"),
  subject: readTextOrNull(row, "subject")
}))
