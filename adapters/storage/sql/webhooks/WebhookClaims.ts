import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { isDelivered } from "../../../../core/webhooks/RetrySchedule.ts"
import type { ClaimedDelivery, ClaimRequest, FinishedAttempt } from "../../../../core/webhooks/Webhooks.ts"
import { isOneOf } from "../statements/Dialect.ts"
import { readInstantOrNull, readInteger, readText } from "../statements/Row.ts"
import { deliveryOf, endpointOf, serializeAttempts } from "./WebhookRows.ts"

/**
 * Claims due deliveries. Sets the time of the next attempt to the end of the claim. If a server is killed, its claimed
 * deliveries are due again at that time.
 *
 * On PostgreSQL, rows that another server is claiming are skipped. A row that another server has claimed in the
 * meantime no longer matches the condition.
 */
export const claimDue = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  request: ClaimRequest
): Effect.fn.Return<ReadonlyArray<ClaimedDelivery>, SqlError.SqlError> {
  const { claimant, now, until } = request
  const isDue = sql`state = 'pending' AND next_attempt_at <= ${now.getTime()}`
  const chosen = yield* chooseDue(sql, request)
  if (chosen.length === 0) return []
  const ids = JSON.stringify(chosen)
  const isChosen = sql.onDialectOrElse({
    pg: () =>
      sql`id IN (SELECT id FROM webhook_deliveries WHERE ${isDue}
        AND id IN (SELECT value::bigint FROM json_array_elements_text(${ids}::json)) FOR UPDATE SKIP LOCKED)`,
    orElse: () => sql`id IN (SELECT value FROM json_each(${ids}))`
  })
  const rows = yield* sql`UPDATE webhook_deliveries SET claimant = ${claimant}, next_attempt_at = ${until.getTime()}
    WHERE ${isChosen} AND ${isDue} RETURNING *`
  const deliveries = rows.map(deliveryOf).toSorted((one, other) => one.id - other.id)
  const endpoints = new Map(
    (yield* sql`SELECT * FROM webhook_endpoints
      WHERE ${isOneOf(sql, "id", [...new Set(deliveries.map(({ endpointId }) => endpointId))])}`)
      .map((row) => [readText(row, "id"), endpointOf(row)])
  )
  return deliveries.flatMap((delivery) => {
    const endpoint = endpoints.get(delivery.endpointId)
    return endpoint === undefined ? [] : [{ delivery, endpoint }]
  })
})

/**
 * Returns the IDs of the deliveries to claim: those of enabled endpoints with free places that have been due for the
 * longest time. Without due deliveries, the function takes one index lookup. Otherwise, it reads at most
 * `perEndpointMax` rows of each endpoint. A search among all due deliveries would take 20 ms with 100,000 of them,
 * which would block SQLite.
 */
const chooseDue = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  { inProgress, limit, now, perEndpointMax }: ClaimRequest
): Effect.fn.Return<ReadonlyArray<number>, SqlError.SqlError> {
  const isAnyDue = yield* sql`SELECT id FROM webhook_deliveries
    WHERE state = 'pending' AND next_attempt_at <= ${now.getTime()} ORDER BY next_attempt_at LIMIT 1`
  if (isAnyDue.length === 0) return []
  const full = [...inProgress].flatMap(([id, count]) => count >= perEndpointMax ? [id] : [])
  const isFree = full.length === 0 ? sql`` : sql`AND NOT (${isOneOf(sql, "endpoint.id", full)})`
  const first = sql`FROM webhook_deliveries AS due WHERE due.state = 'pending' AND due.endpoint_id = endpoint.id
    AND due.next_attempt_at <= ${now.getTime()} ORDER BY due.next_attempt_at, due.id LIMIT ${perEndpointMax}`
  const ofEndpoints = sql.onDialectOrElse({
    pg: () =>
      sql`webhook_endpoints AS endpoint CROSS JOIN LATERAL
        (SELECT due.id, due.endpoint_id, due.next_attempt_at ${first}) AS delivery
        WHERE endpoint.disabled_reason IS NULL`,
    orElse: () =>
      sql`webhook_endpoints AS endpoint CROSS JOIN webhook_deliveries AS delivery
        WHERE endpoint.disabled_reason IS NULL AND delivery.id IN (SELECT due.id ${first})`
  })
  // `LIMIT` cannot depend on the endpoint. The rows above its free places are at most its attempts in progress, so the
  // query reads that many more, and the loop below drops them.
  const counts = new Map(inProgress)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const rows = yield* sql`SELECT delivery.id, delivery.endpoint_id FROM ${ofEndpoints} ${isFree}
    ORDER BY delivery.next_attempt_at, delivery.id LIMIT ${limit + total}`
  const chosen: Array<number> = []
  for (const row of rows) {
    const endpointId = readText(row, "endpoint_id")
    const count = (counts.get(endpointId) ?? 0) + 1
    counts.set(endpointId, count)
    if (count <= perEndpointMax) chosen.push(readInteger(row, "id"))
  }
  return chosen.slice(0, limit)
})

/**
 * Stores an attempt in the open transaction, unless the claim has passed to another worker. Returns the time since
 * which the endpoint has been failing, or null. A delivery that failed in the meantime, because its endpoint was
 * disabled, is not retried.
 */
export const writeAttempt = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  { at, claimant, delivery, result }: FinishedAttempt
): Effect.fn.Return<Date | null, SqlError.SqlError> {
  const { nextAttemptAt, state } = result
  const isRetried = nextAttemptAt === null
    ? sql`state = ${state}, next_attempt_at = NULL`
    : sql`next_attempt_at = CASE WHEN state = 'pending' THEN ${integerParameter(sql, nextAttemptAt.getTime())} END`
  const written = yield* sql`UPDATE webhook_deliveries SET ${isRetried}, tries = ${result.tries},
      tries_from = ${result.triesFrom.getTime()}, attempts = ${serializeAttempts(result.attempts)}, claimant = NULL
    WHERE id = ${delivery.id} AND claimant = ${claimant} RETURNING id`
  if (written.length === 0) return null
  const isSuccess = isDelivered({ status: result.attempts.at(-1)?.status ?? null })
  const [row] = isSuccess
    ? yield* sql`UPDATE webhook_endpoints SET failing_since = NULL, last_delivered_at = ${at.getTime()}
      WHERE id = ${delivery.endpointId} RETURNING failing_since`
    : yield* sql`UPDATE webhook_endpoints SET failing_since = COALESCE(failing_since, ${at.getTime()})
      WHERE id = ${delivery.endpointId} RETURNING failing_since`
  return row === undefined ? null : readInstantOrNull(row, "failing_since")
})

/** Returns an integer as a parameter with a stated type, which PostgreSQL cannot infer in a `CASE` expression. */
const integerParameter = (sql: SqlClient.SqlClient, value: number) =>
  sql.onDialectOrElse({ pg: () => sql`${value}::bigint`, orElse: () => sql`${value}` })

/** Makes the claimed deliveries of a worker due again. */
export const releaseClaims = (sql: SqlClient.SqlClient, claimant: string, at: Date) =>
  sql`UPDATE webhook_deliveries SET claimant = NULL, next_attempt_at = ${at.getTime()}
    WHERE state = 'pending' AND claimant = ${claimant}`
