import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { RequestSums } from "../../../core/history/RequestHistory.ts"
import type { AccountId } from "../../../core/kernel/Ids.ts"
import { hourMillis } from "../../../core/shield/traffic/ShieldCounts.ts"
import { integer, text } from "./Row.ts"

/** Hours that one statement sums up: four days, some milliseconds. */
export const hoursSummedAtOnce = 96

type Hour = RequestSums["hours"][number]

/** Sums of what was counted, some days at a time, with a moment for others in between. */
export const sumRequests = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function*(range: { readonly accountId: AccountId; readonly from: Date; readonly to: Date }) {
    const { accountId } = range
    const hours: Array<Hour> = []
    const counts = new Map<string, number>()
    let [begin, end] = [range.from.getTime(), range.to.getTime()]
    const [reach] = yield* sql`SELECT MIN(hour) AS first, MAX(hour) AS last FROM request_hours
      WHERE account_id = ${accountId} AND hour >= ${begin} AND hour < ${end}`
    if (reach === undefined || reach["first"] === null) return { hours, counts }
    begin = integer(reach, "first")
    end = integer(reach, "last") + hourMillis
    for (let from = begin; from < end; from += hoursSummedAtOnce * hourMillis) {
      const to = Math.min(end, from + hoursSummedAtOnce * hourMillis)
      const stretch = sql`account_id = ${accountId} AND hour >= ${from} AND hour < ${to}`
      const byHour = yield* sql`SELECT hour, SUM(CASE WHEN name LIKE 'r%' THEN count ELSE 0 END) AS requests,
          SUM(CASE WHEN name LIKE 'r%:4__' OR name LIKE 'r%:5__' THEN count ELSE 0 END) AS refused,
          SUM(CASE WHEN name LIKE 'c%' THEN count ELSE 0 END) AS credits
        FROM request_hours WHERE ${stretch} AND (name LIKE 'requests:%' OR name LIKE 'credits:%')
        GROUP BY hour ORDER BY hour`
      for (const row of byHour) {
        hours.push({
          at: new Date(integer(row, "hour")),
          requests: integer(row, "requests"),
          refused: integer(row, "refused"),
          credits: integer(row, "credits")
        })
      }
      yield* Effect.yieldNow
      const byName = yield* sql`SELECT name, SUM(count) AS count FROM request_hours WHERE ${stretch} GROUP BY name`
      for (const row of byName) {
        const name = text(row, "name")
        counts.set(name, (counts.get(name) ?? 0) + integer(row, "count"))
      }
      yield* Effect.yieldNow
    }
    return { hours, counts }
  })

/** How many requests an account has, some days at a time. */
export const countRequests = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function*(accountId: AccountId) {
    const [reach] = yield* sql`SELECT MIN(hour) AS first, MAX(hour) AS last FROM request_hours
      WHERE account_id = ${accountId}`
    if (reach === undefined || reach["first"] === null) return 0
    let requests = 0
    for (let from = integer(reach, "first"); from <= integer(reach, "last"); from += hoursSummedAtOnce * hourMillis) {
      const [row] =
        yield* sql`SELECT COALESCE(SUM(count), 0) AS requests FROM request_hours WHERE account_id = ${accountId}
        AND hour >= ${from} AND hour < ${from + hoursSummedAtOnce * hourMillis} AND name LIKE 'requests:%'`
      requests += integer(row!, "requests")
      yield* Effect.yieldNow
    }
    return requests
  })
