import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { RequestDetails } from "../../../../core/history/RequestDetails.ts"
import { type NewRequest, RequestHistory } from "../../../../core/history/RequestHistory.ts"
import { firstRequestIdAt, parseRequestId } from "../../../../core/history/RequestQuery.ts"
import type { AccountId, RequestId } from "../../../../core/kernel/Ids.ts"
import { RequestTally } from "../../../../core/requests/RequestTally.ts"
import { hourOf } from "../../../../core/shield/traffic/ShieldCounts.ts"
import { GroupCommit } from "../commits/GroupCommit.ts"
import { isOneOf } from "../statements/Dialect.ts"
import { orDie } from "../statements/Outage.ts"
import { jsonReader, readInstant, readText, readTextOrNull, requireRow, tableReader } from "../statements/Row.ts"
import { countRequests, makeLimitedCounter, renameKeyInCounts, sumRequests } from "./RequestCountsSql.ts"
import { readRequestRecord, RequestWriter, writeCounts } from "./RequestRows.ts"
import { searchRequests } from "./RequestSearchSql.ts"

/** Maximum number of rows that one statement of a sweep deletes, which takes a few milliseconds. */
export const rowsSweptPerStatementMax = 2_000

export const layer: Layer.Layer<RequestHistory, never, SqlClient.SqlClient | GroupCommit | RequestWriter> = Layer
  .effect(
    RequestHistory,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* RequestWriter
      const groups = yield* GroupCommit
      const lane = groups.lane<NewRequest, void>({
        write: (records) => Effect.as(rows.write(records), records.map(() => undefined))
      })
      const search = searchRequests(sql)
      const sums = sumRequests(sql)

      return RequestHistory.of({
        record: lane.post,
        recordDurably: lane.submit,
        recordLimited: makeLimitedCounter(groups, rows),
        search: (query) => orDie(search(query)),
        get: (accountId, requestId) => orDie(readRecord(sql, accountId, requestId)),
        getMany: (accountId, requestIds) => orDie(readRecords(sql, accountId, requestIds)),
        getDetails: (accountId, requestIds) => orDie(readAllDetails(sql, accountId, requestIds)),
        sums: (range) => orDie(sums(range)),
        storedRange: (accountId) => orDie(readTotals(sql, accountId)),
        erase: (accountId, requestIds) => orDie(sql.withTransaction(eraseAll(sql, accountId, requestIds))),
        renameKey: (accountId, keyId, to) => orDie(renameKeyInCounts(sql, { accountId, keyId, to })),
        sweep: (before, accountId) => orDie(sweep(sql, before, accountId))
      })
    })
  )

const rowsWith = (sql: SqlClient.SqlClient, accountId: AccountId, requestIds: ReadonlyArray<string>) =>
  sql`SELECT * FROM request_history WHERE account_id = ${accountId} AND ${isOneOf(sql, "request_id", requestIds)}`

/** Reads one record. Returns null without a query if `requestId` is malformed. */
const readRecord = (sql: SqlClient.SqlClient, accountId: AccountId, requestId: RequestId) =>
  parseRequestId(requestId) === null
    ? Effect.succeed(null)
    : Effect.map(rowsWith(sql, accountId, [requestId]), ([row]) => row === undefined ? null : readRequestRecord(row))

const readRecords = (sql: SqlClient.SqlClient, accountId: AccountId, requestIds: ReadonlyArray<RequestId>) =>
  Effect.map(
    rowsWith(sql, accountId, requestIds.filter((id) => parseRequestId(id) !== null)),
    (found) => new Map(found.map((row) => [readText(row, "request_id"), readRequestRecord(row)]))
  )

const readAllDetails = (sql: SqlClient.SqlClient, accountId: AccountId, requestIds: ReadonlyArray<RequestId>) =>
  Effect.map(
    sql`SELECT request_id, details FROM request_details WHERE account_id = ${accountId}
      AND ${isOneOf(sql, "request_id", requestIds)}`,
    (found) => new Map(found.map((row) => [readText(row, "request_id"), detailsOf(row)]))
  )

const texts = Schema.Array(Schema.String)

const details = jsonReader(
  "the details of a request as JSON",
  Schema.is(Schema.Struct(
    {
      score: Schema.NullOr(Schema.Number),
      reasons: Schema.Array(Schema.Struct({ code: Schema.String, message: Schema.String, where: Schema.String })),
      facts: Schema.Record(Schema.String, Schema.Unknown),
      sent: Schema.optionalKey(texts),
      refusal: Schema.optionalKey(Schema.Struct({
        message: Schema.String,
        fields: Schema.Array(Schema.Struct({ name: Schema.String, messages: texts }))
      }))
    } satisfies Record<keyof RequestDetails, Schema.Top>
  ))
)

const detailsOf = tableReader("request_details", (row): RequestDetails => details(row, "details"))

/** Returns the number of an account's requests and the time of the oldest request. */
const readTotals = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, accountId: AccountId) {
  const [oldest] = yield* sql`SELECT at FROM request_history WHERE account_id = ${accountId}
    ORDER BY request_id LIMIT 1`
  return {
    requests: yield* countRequests(sql, accountId),
    oldestAt: oldest === undefined ? null : readInstant(oldest, "at")
  }
})

const eraseAll = Effect.fnUntraced(
  function*(sql: SqlClient.SqlClient, accountId: AccountId, requestIds: ReadonlyArray<string>) {
    const found = yield* rowsWith(sql, accountId, requestIds)
    for (const table of ["request_history", "request_details", "idempotency"]) {
      yield* sql`DELETE FROM ${sql(table)} WHERE account_id = ${accountId} AND ${
        isOneOf(sql, "request_id", requestIds)
      }`
    }
    const tally = new RequestTally()
    for (const row of found) tally.add(readRequestRecord(row))
    const taken = tally.drain()
    if (taken.length > 0) yield* writeCounts(sql, taken.map((count) => ({ ...count, count: -count.count })))
    return found.length
  }
)

const sweep = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, before: Date, accountId?: AccountId) {
  const hour = hourOf(before.getTime())
  let swept = 0
  for (const id of accountId === undefined ? yield* accountsOf(sql) : [accountId]) {
    swept += yield* sweepAccount(sql, id, hour)
  }
  return swept
})

/** Returns the IDs of the accounts with request counts. Uses one index lookup for each account. */
const accountsOf = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  const found: Array<string> = []
  for (;;) {
    const rows = yield* sql`SELECT MIN(account_id) AS account_id FROM request_hours
      WHERE account_id > ${found.at(-1) ?? ""}`
    const next = readTextOrNull(requireRow(rows), "account_id")
    if (next === null) return found
    found.push(next)
  }
})

const sweepAccount = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, accountId: AccountId, hour: number) {
  const swept = yield* removeBelow(sql, "request_history", accountId, firstRequestIdAt(hour))
  yield* removeBelow(sql, "request_details", accountId, firstRequestIdAt(hour))
  yield* sql`DELETE FROM request_hours WHERE account_id = ${accountId} AND hour < ${hour}`
  return swept
})

/** Deletes an account's rows below `end` in batches, with pauses for other work. */
const removeBelow = Effect.fnUntraced(
  function*(sql: SqlClient.SqlClient, table: string, accountId: AccountId, end: string) {
    for (let removed = 0;;) {
      const deleted = yield* sql`DELETE FROM ${sql(table)} WHERE account_id = ${accountId} AND request_id IN (
        SELECT request_id FROM ${sql(table)} WHERE account_id = ${accountId} AND request_id < ${end}
        ORDER BY request_id LIMIT ${rowsSweptPerStatementMax}) RETURNING request_id`
      removed += deleted.length
      if (deleted.length < rowsSweptPerStatementMax) return removed
      yield* Effect.yieldNow
    }
  }
)
