import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { type AccountEvent, eventBody } from "../../../../core/events/AccountEvent.ts"
import { eventTypes, isEventType } from "../../../../core/events/EventCatalog.ts"
import type { AccountId, WebhookId } from "../../../../core/kernel/Ids.ts"
import {
  type DeliveryAttempt,
  deliveryStates,
  type WebhookDelivery
} from "../../../../core/webhooks/WebhookDelivery.ts"
import { disabledReasons, type WebhookEndpoint } from "../../../../core/webhooks/WebhookEndpoint.ts"
import { insertRows, type InsertTarget, isOneOf } from "../statements/Dialect.ts"
import {
  jsonReader,
  oneOfReader,
  readInstant,
  readInstantOrNull,
  readInteger,
  readText,
  readTextList,
  readTextOrNull,
  type Row,
  tableReader
} from "../statements/Row.ts"

/** Delivery that an event causes. */
interface NewDelivery {
  readonly accountId: AccountId
  readonly endpointId: WebhookId
  readonly event: AccountEvent
}

const newDeliveries: InsertTarget<NewDelivery> = {
  table: "webhook_deliveries",
  columns: {
    account_id: "text",
    endpoint_id: "text",
    event_id: "text",
    event_type: "text",
    payload: "text",
    created_at: "integer",
    state: "text",
    next_attempt_at: "integer",
    tries: "integer",
    attempts: "text"
  },
  cells: ({ accountId, endpointId, event }) => [
    accountId,
    endpointId,
    event.id,
    event.type,
    eventBody(event),
    event.at.getTime(),
    "pending",
    event.at.getTime(),
    0,
    "[]"
  ],
  conflict: "(endpoint_id, event_id) DO NOTHING"
}

export const writeDelivery = (sql: SqlClient.SqlClient, endpointId: WebhookId, event: AccountEvent) =>
  insertRows(sql, newDeliveries, [{ accountId: event.accountId, endpointId, event }])

/**
 * Writes the deliveries of events in the open transaction, for the enabled endpoints that subscribe to their types.
 * Without such endpoints, the function takes one query.
 */
export const writeEvents = Effect.fnUntraced(
  function*(
    sql: SqlClient.SqlClient,
    events: ReadonlyArray<AccountEvent>
  ): Effect.fn.Return<void, SqlError.SqlError> {
    if (events.length === 0) return
    const accountIds = [...new Set(events.map(({ accountId }) => accountId))]
    const rows = yield* sql`SELECT id, account_id, event_types FROM webhook_endpoints
      WHERE ${isOneOf(sql, "account_id", accountIds)} AND disabled_reason IS NULL`
    const endpoints = rows.map(subscriptionOf)
    const deliveries = events.flatMap((event) =>
      endpoints
        .filter(({ accountId, types }) => accountId === event.accountId && types.includes(event.type))
        .map(({ accountId, id }) => ({ accountId, endpointId: id, event }))
    )
    if (deliveries.length > 0) yield* insertRows(sql, newDeliveries, deliveries)
  }
)

const subscriptionOf = tableReader("webhook_endpoints", (row) => ({
  id: readText(row, "id"),
  accountId: readText(row, "account_id"),
  types: readTextList(row, "event_types")
}))

const disabledReason = oneOfReader(disabledReasons)
const eventType = oneOfReader(eventTypes)
const deliveryState = oneOfReader(deliveryStates)

const previousSecretOf = (row: Row): WebhookEndpoint["previousSecret"] => {
  const secret = readTextOrNull(row, "previous_secret")
  return secret === null ? null : { secret, expiresAt: readInstant(row, "previous_secret_expires_at") }
}

const disabledOf = (row: Row): WebhookEndpoint["disabled"] =>
  readTextOrNull(row, "disabled_reason") === null
    ? null
    : { reason: disabledReason(row, "disabled_reason"), at: readInstant(row, "disabled_at") }

export const endpointOf = tableReader("webhook_endpoints", (row): WebhookEndpoint => ({
  id: readText(row, "id"),
  accountId: readText(row, "account_id"),
  url: readText(row, "url"),
  description: readText(row, "description"),
  // Omits types that only another release knows, so that servers of two releases can share the database.
  eventTypes: readTextList(row, "event_types").filter(isEventType),
  secret: readText(row, "secret"),
  previousSecret: previousSecretOf(row),
  disabled: disabledOf(row),
  failingSince: readInstantOrNull(row, "failing_since"),
  lastDeliveredAt: readInstantOrNull(row, "last_delivered_at"),
  createdAt: readInstant(row, "created_at")
}))

const storedAttempts = jsonReader(
  "a JSON array of attempts",
  Schema.is(Schema.Array(Schema.Struct({
    at: Schema.Number,
    millis: Schema.Number,
    status: Schema.NullOr(Schema.Number),
    error: Schema.NullOr(Schema.String)
  })))
)

/** Returns attempts as the database stores them. */
export const serializeAttempts = (attempts: ReadonlyArray<DeliveryAttempt>): string =>
  JSON.stringify(attempts.map(({ at, error, millis, status }) => ({ at: at.getTime(), millis, status, error })))

export const deliveryOf = tableReader("webhook_deliveries", (row): WebhookDelivery => ({
  id: readInteger(row, "id"),
  accountId: readText(row, "account_id"),
  endpointId: readText(row, "endpoint_id"),
  eventId: readText(row, "event_id"),
  eventType: eventType(row, "event_type"),
  payload: readText(row, "payload"),
  createdAt: readInstant(row, "created_at"),
  state: deliveryState(row, "state"),
  nextAttemptAt: readInstantOrNull(row, "next_attempt_at"),
  tries: readInteger(row, "tries"),
  triesFrom: readInstantOrNull(row, "tries_from"),
  attempts: storedAttempts(row, "attempts").map(({ at, error, millis, status }) => ({
    at: new Date(at),
    millis,
    status,
    error
  }))
}))
