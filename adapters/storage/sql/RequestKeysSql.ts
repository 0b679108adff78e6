import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { firstIdOf } from "../../../core/history/RequestQuery.ts"
import type { AccountId, KeyId } from "../../../core/kernel/Ids.ts"
import { hourMillis } from "../../../core/shield/traffic/ShieldCounts.ts"
import { writeCounts } from "./RequestRows.ts"
import { hoursSummedAtOnce } from "./RequestSumsSql.ts"
import { integer } from "./Row.ts"

interface Renamed {
  readonly accountId: AccountId
  readonly keyId: KeyId
  readonly to: string
}

/** Looks at those hours alone in which something was counted of the key; each is one transaction with its counts. */
export const renameKey = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, { accountId, keyId, to }: Renamed) {
  const [before, after] = [`key:${keyId}`, `key:${to}`]
  const [reach] = yield* sql`SELECT MIN(hour) AS first, MAX(hour) AS last FROM request_hours
    WHERE account_id = ${accountId}`
  if (reach === undefined || reach["first"] === null) return
  const renameIn = Effect.fnUntraced(function*(hour: number) {
    const [counted] = yield* sql`DELETE FROM request_hours WHERE account_id = ${accountId} AND hour = ${hour}
      AND name = ${before} RETURNING count`
    yield* sql`UPDATE request_history SET key_id = ${to} WHERE account_id = ${accountId}
      AND request_id >= ${firstIdOf(hour)} AND request_id < ${firstIdOf(hour + hourMillis)} AND key_id = ${keyId}`
    if (counted !== undefined) {
      yield* writeCounts(sql, [{ accountId, hour, name: after, count: integer(counted, "count") }])
    }
  })
  const stretchMillis = hoursSummedAtOnce * hourMillis
  for (let from = integer(reach, "first"); from <= integer(reach, "last"); from += stretchMillis) {
    const hours = yield* sql`SELECT hour FROM request_hours WHERE account_id = ${accountId} AND hour >= ${from}
      AND hour < ${from + stretchMillis} AND name = ${before}`
    for (const row of hours) yield* sql.withTransaction(renameIn(integer(row, "hour")))
    yield* Effect.yieldNow
  }
})
