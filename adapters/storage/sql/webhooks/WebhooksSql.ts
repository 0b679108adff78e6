import { Effect, Layer } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import type { AccountId, WebhookId } from "../../../../core/kernel/Ids.ts"
import {
  type DisabledReason,
  endpointsMax,
  type WebhookChange,
  type WebhookEndpoint
} from "../../../../core/webhooks/WebhookEndpoint.ts"
import {
  type DeliveryFilter,
  DeliveryNotFound,
  type FinishedAttempt,
  WebhookNotFound,
  Webhooks
} from "../../../../core/webhooks/Webhooks.ts"
import { GroupCommit } from "../commits/GroupCommit.ts"
import { withAccountLock } from "../statements/Dialect.ts"
import { orDie } from "../statements/Outage.ts"
import { requireRow } from "../statements/Row.ts"
import { claimDue, releaseClaims, writeAttempt } from "./WebhookClaims.ts"
import { deliveryOf, endpointOf, writeDelivery } from "./WebhookRows.ts"

export const layer: Layer.Layer<Webhooks, never, SqlClient.SqlClient | GroupCommit> = Layer.effect(
  Webhooks,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    // Attempts share commits with requests, so that a busy worker adds no waits for the disk.
    const attempts = (yield* GroupCommit).lane<FinishedAttempt, Date | null>({
      write: (items) => Effect.forEach(items, (item) => writeAttempt(sql, item))
    })
    return Webhooks.of({
      ...endpointOperations(sql),
      ...deliveryOperations(sql),
      claim: (request) => orDie(claimDue(sql, request)),
      finish: attempts.submit,
      release: (claimant, at) => orDie(Effect.asVoid(releaseClaims(sql, claimant, at)))
    })
  })
)

type EndpointOperations = Pick<
  Webhooks["Service"],
  "create" | "get" | "list" | "change" | "enable" | "disable" | "remove" | "findOverloaded"
>

const endpointOperations = (sql: SqlClient.SqlClient): EndpointOperations => {
  const get = Effect.fnUntraced(function*(accountId: AccountId, id: WebhookId) {
    const [row] = yield* orDie(sql`SELECT * FROM webhook_endpoints WHERE account_id = ${accountId} AND id = ${id}`)
    return row === undefined ? yield* new WebhookNotFound({ id }) : endpointOf(row)
  })
  return {
    create: (endpoint) => orDie(withAccountLock(sql, endpoint.accountId, createEndpoint(sql, endpoint))),
    get,
    list: (accountId) =>
      sql`SELECT * FROM webhook_endpoints WHERE account_id = ${accountId} ORDER BY created_at, id`.pipe(
        Effect.map((rows) => rows.map(endpointOf)),
        orDie
      ),
    change: Effect.fnUntraced(function*(accountId, id, change) {
      const cells = cellsOf(change)
      if (Object.keys(cells).length === 0) return yield* get(accountId, id)
      const [row] = yield* orDie(sql`UPDATE webhook_endpoints SET ${sql.update(cells)}
        WHERE account_id = ${accountId} AND id = ${id} RETURNING *`)
      return row === undefined ? yield* new WebhookNotFound({ id }) : endpointOf(row)
    }),
    enable: Effect.fnUntraced(function*(accountId, id) {
      const [row] = yield* orDie(sql`UPDATE webhook_endpoints
        SET disabled_reason = NULL, disabled_at = NULL, failing_since = NULL
        WHERE account_id = ${accountId} AND id = ${id} RETURNING *`)
      return row === undefined ? yield* new WebhookNotFound({ id }) : endpointOf(row)
    }),
    disable: (id, reason, at) => orDie(disableEndpoint(sql, id, reason, at)),
    remove: Effect.fnUntraced(function*(accountId, id) {
      yield* get(accountId, id)
      // Without its endpoint, a delivery is not claimed, so the deliveries may be deleted in batches.
      yield* orDie(sql`DELETE FROM webhook_endpoints WHERE id = ${id}`)
      yield* orDie(deleteWhere(sql, sql`endpoint_id = ${id}`))
    }),
    findOverloaded: (pendingMax) =>
      sql`SELECT * FROM webhook_endpoints WHERE disabled_reason IS NULL AND id IN (
        SELECT endpoint_id FROM webhook_deliveries WHERE state = 'pending'
        GROUP BY endpoint_id HAVING COUNT(*) > ${pendingMax})`.pipe(
        Effect.map((rows) => rows.map(endpointOf)),
        orDie
      )
  }
}

type DeliveryOperations = Pick<Webhooks["Service"], "deliverTo" | "deliveries" | "getDelivery" | "resend" | "sweep">

const deliveryOperations = (sql: SqlClient.SqlClient): DeliveryOperations => ({
  deliverTo: (endpoint, event) =>
    orDie(sql.withTransaction(Effect.gen(function*() {
      yield* writeDelivery(sql, endpoint.id, event)
      const rows = yield* sql`SELECT * FROM webhook_deliveries
        WHERE endpoint_id = ${endpoint.id} AND event_id = ${event.id}`
      return deliveryOf(requireRow(rows))
    }))),
  deliveries: (filter) => orDie(listDeliveries(sql, filter)),
  getDelivery: Effect.fnUntraced(function*(accountId, id) {
    const [row] = yield* orDie(sql`SELECT * FROM webhook_deliveries WHERE account_id = ${accountId} AND id = ${id}`)
    return row === undefined ? yield* new DeliveryNotFound({ id }) : deliveryOf(row)
  }),
  resend: Effect.fnUntraced(function*(accountId, id, at) {
    const [row] = yield* orDie(sql`UPDATE webhook_deliveries SET state = 'pending', tries = 0, tries_from = NULL,
        next_attempt_at = ${at.getTime()}, claimant = NULL
      WHERE account_id = ${accountId} AND id = ${id} RETURNING *`)
    return row === undefined ? yield* new DeliveryNotFound({ id }) : deliveryOf(row)
  }),
  sweep: (before, accountId) => orDie(sweep(sql, before, accountId))
})

const createEndpoint = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, endpoint: WebhookEndpoint) {
  const existing = yield* sql`SELECT id FROM webhook_endpoints WHERE account_id = ${endpoint.accountId}`
  if (existing.length >= endpointsMax) return false
  yield* insertEndpoint(sql, endpoint)
  return true
})

const insertEndpoint = (sql: SqlClient.SqlClient, endpoint: WebhookEndpoint) =>
  sql`INSERT INTO webhook_endpoints (id, account_id, url, description, event_types, secret, previous_secret,
      previous_secret_expires_at, disabled_reason, disabled_at, failing_since, last_delivered_at, created_at)
    VALUES (${endpoint.id}, ${endpoint.accountId}, ${endpoint.url}, ${endpoint.description},
      ${JSON.stringify(endpoint.eventTypes)}, ${endpoint.secret}, ${endpoint.previousSecret?.secret ?? null},
      ${endpoint.previousSecret?.expiresAt.getTime() ?? null}, ${endpoint.disabled?.reason ?? null},
      ${endpoint.disabled?.at.getTime() ?? null}, ${endpoint.failingSince?.getTime() ?? null},
      ${endpoint.lastDeliveredAt?.getTime() ?? null}, ${endpoint.createdAt.getTime()})`

/** Returns the columns that a change sets. */
const cellsOf = ({ description, eventTypes, previousSecret, secret, url }: WebhookChange) => ({
  ...url === undefined ? {} : { url },
  ...description === undefined ? {} : { description },
  ...eventTypes === undefined ? {} : { event_types: JSON.stringify(eventTypes) },
  ...secret === undefined ? {} : { secret },
  ...previousSecret === undefined ? {} : {
    previous_secret: previousSecret?.secret ?? null,
    previous_secret_expires_at: previousSecret?.expiresAt.getTime() ?? null
  }
})

const disableEndpoint = Effect.fnUntraced(
  function*(sql: SqlClient.SqlClient, id: WebhookId, reason: DisabledReason, at: Date) {
    const disabled = yield* sql`UPDATE webhook_endpoints SET disabled_reason = ${reason}, disabled_at = ${at.getTime()}
      WHERE id = ${id} AND disabled_reason IS NULL RETURNING id`
    if (disabled.length === 0) return false
    // The deliveries of a disabled endpoint are not claimed, so they may be changed in batches.
    yield* inBatches(() =>
      sql`UPDATE webhook_deliveries SET state = 'failed', next_attempt_at = NULL WHERE id IN (
        SELECT id FROM webhook_deliveries WHERE endpoint_id = ${id} AND state = 'pending' LIMIT ${batchRows})
        RETURNING id`
    )
    return true
  }
)

const listDeliveries = (
  sql: SqlClient.SqlClient,
  { accountId, before = Number.MAX_SAFE_INTEGER, endpointId, eventType, limit, state }: DeliveryFilter
) => {
  const conditions = [
    sql`account_id = ${accountId}`,
    ...endpointId === undefined ? [] : [sql`endpoint_id = ${endpointId}`],
    ...state === undefined ? [] : [sql`state = ${state}`],
    ...eventType === undefined ? [] : [sql`event_type = ${eventType}`],
    sql`id < ${before}`
  ]
  return Effect.map(
    sql`SELECT * FROM webhook_deliveries WHERE ${sql.and(conditions)} ORDER BY id DESC LIMIT ${limit}`,
    (rows) => rows.map(deliveryOf)
  )
}

/**
 * Deletes finished deliveries from before a time, and pending deliveries of deleted endpoints, which a concurrent event
 * may have added.
 */
const sweep = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, before: Date, accountId?: AccountId) {
  const ofAccount = accountId === undefined ? sql`` : sql`AND account_id = ${accountId}`
  const old = yield* deleteWhere(sql, sql`state <> 'pending' AND created_at < ${before.getTime()} ${ofAccount}`)
  const isOrphan = sql`state = 'pending' AND endpoint_id NOT IN (SELECT id FROM webhook_endpoints) ${ofAccount}`
  return old + (yield* deleteWhere(sql, isOrphan))
})

/** Maximum number of rows that one statement changes, which takes a few milliseconds. */
const batchRows = 2_000

/**
 * Repeats a statement that changes at most `batchRows` rows, with pauses for other work. Returns the number of changed
 * rows.
 */
const inBatches = Effect.fnUntraced(
  function*(statement: () => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) {
    for (let changed = 0;;) {
      const { length } = yield* statement()
      changed += length
      if (length < batchRows) return changed
      yield* Effect.yieldNow
    }
  }
)

const deleteWhere = (sql: SqlClient.SqlClient, condition: Statement.Fragment) =>
  inBatches(() =>
    sql`DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM webhook_deliveries WHERE ${condition} LIMIT ${batchRows}) RETURNING id`
  )
