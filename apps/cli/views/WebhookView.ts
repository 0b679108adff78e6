import type { WebhookDelivery } from "../../../core/webhooks/WebhookDelivery.ts"
import type { WebhookEndpoint } from "../../../core/webhooks/WebhookEndpoint.ts"
import { formatInstant, formatTable } from "../terminal/Table.ts"

/** Returns an endpoint without its secrets. */
export const webhookJson = (endpoint: WebhookEndpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: endpoint.eventTypes,
  enabled: endpoint.disabled === null,
  disabled_reason: endpoint.disabled?.reason ?? null,
  disabled_at: endpoint.disabled?.at ?? null,
  failing_since: endpoint.failingSince,
  last_delivered_at: endpoint.lastDeliveredAt,
  previous_secret_expires_at: endpoint.previousSecret?.expiresAt ?? null,
  created_at: endpoint.createdAt
})

/** Describes whether an endpoint works, in a few words. */
export const endpointState = ({ disabled, failingSince }: WebhookEndpoint): string =>
  disabled !== null ? `disabled (${disabled.reason})` : failingSince !== null ? "failing" : "enabled"

export const webhookTable = (endpoints: ReadonlyArray<WebhookEndpoint>): string =>
  formatTable(endpoints, [
    { title: "id", value: ({ id }) => id },
    { title: "state", value: endpointState },
    { title: "last delivered", value: ({ lastDeliveredAt }) => formatInstant(lastDeliveredAt) },
    { title: "events", value: ({ eventTypes }) => eventTypes.join(", ") },
    { title: "url", value: ({ url }) => url }
  ])

export const deliveryJson = (delivery: WebhookDelivery) => ({
  id: delivery.id,
  endpoint_id: delivery.endpointId,
  event_id: delivery.eventId,
  event: delivery.eventType,
  state: delivery.state,
  created_at: delivery.createdAt,
  next_attempt_at: delivery.nextAttemptAt,
  attempts: delivery.attempts,
  payload: delivery.payload
})

/** Describes the last attempt of a delivery. */
const lastResult = ({ attempts }: WebhookDelivery): string => {
  const last = attempts.at(-1)
  return last === undefined ? "-" : last.error ?? `status ${last.status}`
}

export const deliveryTable = (deliveries: ReadonlyArray<WebhookDelivery>): string =>
  formatTable(deliveries, [
    { title: "id", align: "right", value: ({ id }) => id },
    { title: "created", value: ({ createdAt }) => formatInstant(createdAt) },
    { title: "event", value: ({ eventType }) => eventType },
    { title: "state", value: ({ state }) => state },
    { title: "attempts", align: "right", value: ({ attempts }) => attempts.length },
    { title: "next attempt", value: ({ nextAttemptAt }) => formatInstant(nextAttemptAt) },
    { title: "endpoint", value: ({ endpointId }) => endpointId },
    { title: "last attempt", value: lastResult }
  ])
