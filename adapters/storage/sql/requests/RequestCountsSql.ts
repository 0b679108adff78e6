import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { LimitedRequest, RequestSums } from "../../../../core/history/RequestHistory.ts"
import { firstRequestIdAt } from "../../../../core/history/RequestQuery.ts"
import type { AccountId, KeyId } from "../../../../core/kernel/Ids.ts"
import { limitedCounterName } from "../../../../core/requests/RequestTally.ts"
import { hourMillis, hourOf } from "../../../../core/shield/traffic/ShieldCounts.ts"
import type { GroupCommit } from "../commits/GroupCommit.ts"
import { readInstant, readInteger, readNumberOrNull, readText, requireRow } from "../statements/Row.ts"
import { type RequestWriter, writeCounts } from "./RequestRows.ts"

/** Maximum hours of counts that one statement sums: four days, which takes a few milliseconds. */
export const hoursSummedPerStatementMax = 96
const batchMillis = hoursSummedPerStatementMax * hourMillis

type Hour = RequestSums["hours"][number]

interface HourRange {
  readonly accountId: AccountId
  readonly from: number
  readonly to: number
}

/** Sums an account's request counts in batches of four days, with pauses for other work. */
export const sumRequests = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function*(range: { readonly accountId: AccountId; readonly from: Date; readonly to: Date }) {
    const { accountId } = range
    const hours: Array<Hour> = []
    const counts = new Map<string, number>()
    const bounds = yield* countedHours(
      sql,
      sql`account_id = ${accountId} AND hour >= ${range.from.getTime()} AND hour < ${range.to.getTime()}`
    )
    if (bounds === null) return { hours, counts }
    const end = bounds.last + hourMillis
    for (let from = bounds.first; from < end; from += batchMillis) {
      const batch = { accountId, from, to: Math.min(end, from + batchMillis) }
      hours.push(...yield* sumByHour(sql, batch))
      yield* Effect.yieldNow
      for (const [name, count] of yield* sumByName(sql, batch)) counts.set(name, (counts.get(name) ?? 0) + count)
      yield* Effect.yieldNow
    }
    return { hours, counts }
  })

/** Returns the first and the last hour with counts, or null if there are no counts. */
const countedHours = (sql: SqlClient.SqlClient, isOne: Statement.Fragment) =>
  Effect.map(sql`SELECT MIN(hour) AS first, MAX(hour) AS last FROM request_hours WHERE ${isOne}`, (rows) => {
    const row = requireRow(rows)
    const [first, last] = [readNumberOrNull(row, "first"), readNumberOrNull(row, "last")]
    return first === null || last === null ? null : { first, last }
  })

const isWithin = (sql: SqlClient.SqlClient, { accountId, from, to }: HourRange) =>
  sql`account_id = ${accountId} AND hour >= ${from} AND hour < ${to}`

const sumByHour = (sql: SqlClient.SqlClient, hours: HourRange) =>
  Effect.map(
    sql`SELECT hour, SUM(CASE WHEN name LIKE 'r%' THEN count ELSE 0 END) AS requests,
        SUM(CASE WHEN name LIKE 'r%:4__' OR name LIKE 'r%:5__' THEN count ELSE 0 END) AS refused,
        SUM(CASE WHEN name LIKE 'c%' THEN count ELSE 0 END) AS credits
      FROM request_hours WHERE ${isWithin(sql, hours)} AND (name LIKE 'requests:%' OR name LIKE 'credits:%')
      GROUP BY hour ORDER BY hour`,
    (rows) =>
      rows.map((row): Hour => ({
        at: readInstant(row, "hour"),
        requests: readInteger(row, "requests"),
        refused: readInteger(row, "refused"),
        credits: readInteger(row, "credits")
      }))
  )

const sumByName = (sql: SqlClient.SqlClient, hours: HourRange) =>
  Effect.map(
    sql`SELECT name, SUM(count) AS count FROM request_hours WHERE ${isWithin(sql, hours)} GROUP BY name`,
    (rows) => rows.map((row) => [readText(row, "name"), readInteger(row, "count")] as const)
  )

/** Counts an account's requests in batches of four days, with pauses for other work. */
export const countRequests = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, accountId: AccountId) {
  const bounds = yield* countedHours(sql, sql`account_id = ${accountId}`)
  if (bounds === null) return 0
  let requests = 0
  for (let from = bounds.first; from <= bounds.last; from += batchMillis) {
    const rows = yield* sql`SELECT COALESCE(SUM(count), 0) AS requests FROM request_hours
      WHERE ${isWithin(sql, { accountId, from, to: from + batchMillis })} AND name LIKE 'requests:%'`
    requests += readInteger(requireRow(rows), "requests")
    yield* Effect.yieldNow
  }
  return requests
})

interface KeyRename {
  readonly accountId: AccountId
  readonly keyId: KeyId
  readonly to: string
}

/** Renames a key in every hour with counts for it, in the counts and in the requests. Each hour is one transaction. */
export const renameKeyInCounts = Effect.fnUntraced(
  function*(sql: SqlClient.SqlClient, { accountId, keyId, to }: KeyRename) {
    const [before, after] = [`key:${keyId}`, `key:${to}`]
    const bounds = yield* countedHours(sql, sql`account_id = ${accountId}`)
    if (bounds === null) return
    const renameIn = Effect.fnUntraced(function*(hour: number) {
      const [removed] = yield* sql`DELETE FROM request_hours WHERE account_id = ${accountId} AND hour = ${hour}
      AND name = ${before} RETURNING count`
      yield* sql`UPDATE request_history SET key_id = ${to} WHERE account_id = ${accountId}
      AND request_id >= ${firstRequestIdAt(hour)} AND request_id < ${
        firstRequestIdAt(hour + hourMillis)
      } AND key_id = ${keyId}`
      if (removed !== undefined) {
        yield* writeCounts(sql, [{ accountId, hour, name: after, count: readInteger(removed, "count") }])
      }
    })
    for (let from = bounds.first; from <= bounds.last; from += batchMillis) {
      const hours = yield* sql`SELECT hour FROM request_hours WHERE account_id = ${accountId} AND hour >= ${from}
      AND hour < ${from + batchMillis} AND name = ${before}`
      for (const row of hours) yield* sql.withTransaction(renameIn(readInteger(row, "hour")))
      yield* Effect.yieldNow
    }
  }
)

/** Rate-limited requests of the same account, hour, operation and key that wait for a commit. */
interface PendingCount {
  readonly name: string
  readonly request: LimitedRequest
  count: number
}

/**
 * Returns a function that counts rate-limited requests. The first request posts an item. Requests of the same hour, key
 * and operation add to the item until it is written. In each interval of `postedMillisMax`, a flood therefore writes at
 * most one row per key and operation.
 */
export const makeLimitedCounter = (groups: GroupCommit["Service"], rows: RequestWriter["Service"]) => {
  const waiting = new Map<string, PendingCount>()
  const lane = groups.lane<PendingCount, void>({
    write: (items) =>
      Effect.sync(() => {
        for (const item of items) {
          // Later requests use a new item, because this group is written again if it fails.
          if (waiting.get(item.name) === item) waiting.delete(item.name)
          rows.countLimited(item.request, item.count)
        }
        return items.map(() => undefined)
      })
  })
  return (request: LimitedRequest): void => {
    const { accountId, at, keyId, operation } = request
    const name = `${accountId} ${hourOf(at.getTime())} ${limitedCounterName(operation, keyId)}`
    const pending = waiting.get(name)
    if (pending !== undefined) pending.count++
    else {
      const item = { name, request, count: 1 }
      waiting.set(name, item)
      lane.post(item)
    }
  }
}
