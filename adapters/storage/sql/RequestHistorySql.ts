import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { RequestHistory, type RequestRecord } from "../../../core/ports/RequestHistory.ts"
import { insertRows, type Target } from "./Dialect.ts"
import { GroupCommit } from "./GroupCommit.ts"
import { instant, integer, type Row, text, textOrNull } from "./Row.ts"

export const layer: Layer.Layer<RequestHistory, never, SqlClient.SqlClient | GroupCommit> = Layer.effect(
  RequestHistory,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const lane = (yield* GroupCommit).lane<RequestRecord, void>({
      write: (records) => Effect.as(writeRecords(sql, records), records.map(() => undefined))
    })
    return RequestHistory.of({
      record: lane.post,
      list: ({ accountId, before, limit, operation, status }) =>
        sql`SELECT * FROM request_history WHERE ${
          sql.and([
            sql`account_id = ${accountId}`,
            ...(operation === undefined ? [] : [sql`operation = ${operation}`]),
            ...(status === undefined ? [] : [sql`status = ${status}`]),
            ...(before === undefined ? [] : [sql`request_id < ${before}`])
          ])
        } ORDER BY request_id DESC LIMIT ${limit}`.pipe(Effect.map((rows) => rows.map(recordOf)), Effect.orDie),
      sweep: (before) =>
        sql`DELETE FROM request_history WHERE at < ${before.getTime()} RETURNING request_id`.pipe(
          Effect.map((rows) => rows.length),
          Effect.orDie
        )
    })
  })
)

const history: Target<RequestRecord> = {
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

/** In the caller's transaction. */
export const writeRecords = (sql: SqlClient.SqlClient, records: ReadonlyArray<RequestRecord>) =>
  insertRows(sql, history, records)

const recordOf = (row: Row): RequestRecord => ({
  requestId: text(row, "request_id"),
  accountId: text(row, "account_id"),
  keyId: text(row, "key_id"),
  operation: text(row, "operation"),
  status: integer(row, "status"),
  credits: integer(row, "credits"),
  at: instant(row, "at"),
  durationMicros: integer(row, "duration_micros"),
  verdict: textOrNull(row, "verdict"),
  subject: textOrNull(row, "subject")
})
