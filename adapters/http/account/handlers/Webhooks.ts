import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { eventCatalog } from "../../../../core/events/EventCatalog.ts"
import {
  changeWebhookAs,
  createWebhookAs,
  deleteWebhookAs,
  eventTypesOf,
  type InvalidWebhook,
  resendDeliveryAs,
  rotateWebhookSecretAs,
  sendTestEventAs,
  setWebhookEnabledAs,
  type WebhookInput
} from "../../../../core/webhooks/ManageWebhooks.ts"
import type { DeliveryAttempt, DeliveryState, WebhookDelivery } from "../../../../core/webhooks/WebhookDelivery.ts"
import type { WebhookEndpoint } from "../../../../core/webhooks/WebhookEndpoint.ts"
import { Webhooks } from "../../../../core/webhooks/Webhooks.ts"
import { AccountApi } from "../api/AccountApi.ts"
import { InvalidInput } from "../api/AccountFailures.ts"
import { pageLimitDefault } from "../api/Page.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { currentActor } from "../session/CurrentActor.ts"
import { DashboardOptions } from "../session/DashboardOptions.ts"
import { failConflict, failNotFound } from "./Failures.ts"

export const webhooks = HttpApiBuilder.group(AccountApi, "webhooks", (handlers) =>
  handlers
    .handle("list", () => list)
    .handle("create", ({ payload }) => create(payload))
    .handle("change", ({ params, payload }) => change(params.id, payload))
    .handle("setEnabled", ({ params, payload }) => setEnabled(params.id, payload.isEnabled))
    .handle("rotate", ({ params, payload }) => rotate(params.id, payload.endOld))
    .handle("remove", ({ params }) => remove(params.id))
    .handle("test", ({ params }) => test(params.id))
    .handle("deliveries", ({ query }) => deliveriesPage(query))
    .handle("delivery", ({ params }) => getDelivery(params.id))
    .handle("resend", ({ params }) => resend(params.id)))

const list = Effect.gen(function*() {
  const { accountId } = yield* CurrentMember
  const endpoints = yield* (yield* Webhooks).list(accountId)
  const events = (yield* eventTypesOf(accountId)).map((type) => ({ type, cause: eventCatalog[type].cause }))
  return { endpoints: endpoints.map(toEndpointView), events }
})

interface EndpointInput {
  readonly url: string
  readonly description: string
  readonly events: ReadonlyArray<string>
}

const create = Effect.fnUntraced(function*({ events, ...rest }: EndpointInput) {
  const { accountId } = yield* CurrentMember
  const { webhookPolicy } = yield* DashboardOptions
  const input = { ...rest, eventTypes: events }
  const endpoint = yield* createWebhookAs(yield* currentActor, accountId, input, webhookPolicy).pipe(
    Effect.catchTags({ InvalidWebhook: failInvalidWebhook, TooManyWebhooks: failConflict })
  )
  return { endpoint: toEndpointView(endpoint), secret: endpoint.secret }
})

const change = Effect.fnUntraced(function*(id: string, { events, ...rest }: Partial<EndpointInput>) {
  const { accountId } = yield* CurrentMember
  const { webhookPolicy } = yield* DashboardOptions
  const wanted: Partial<WebhookInput> = { ...rest, ...events === undefined ? {} : { eventTypes: events } }
  const changed = Object.keys(wanted).length === 0
    ? (yield* Webhooks).get(accountId, id)
    : changeWebhookAs(yield* currentActor, accountId, id, wanted, webhookPolicy)
  return toEndpointView(
    yield* Effect.catchTags(changed, { InvalidWebhook: failInvalidWebhook, WebhookNotFound: failNotFound })
  )
})

const setEnabled = Effect.fnUntraced(function*(id: string, isEnabled: boolean) {
  const { accountId } = yield* CurrentMember
  const endpoint = yield* setWebhookEnabledAs(yield* currentActor, accountId, id, isEnabled).pipe(
    Effect.catchTag("WebhookNotFound", failNotFound)
  )
  return toEndpointView(endpoint)
})

const rotate = Effect.fnUntraced(function*(id: string, endOld: boolean) {
  const { accountId } = yield* CurrentMember
  const endpoint = yield* rotateWebhookSecretAs(yield* currentActor, accountId, id, endOld).pipe(
    Effect.catchTag("WebhookNotFound", failNotFound)
  )
  return { endpoint: toEndpointView(endpoint), secret: endpoint.secret }
})

const remove = Effect.fnUntraced(function*(id: string) {
  const { accountId } = yield* CurrentMember
  yield* Effect.catchTag(deleteWebhookAs(yield* currentActor, accountId, id), "WebhookNotFound", failNotFound)
})

const test = Effect.fnUntraced(function*(id: string) {
  const { accountId } = yield* CurrentMember
  // `InvalidWebhook` can only mean here that the endpoint is disabled.
  const delivery = yield* sendTestEventAs(yield* currentActor, accountId, id).pipe(
    Effect.catchTags({ WebhookNotFound: failNotFound, InvalidWebhook: failConflict })
  )
  return toDeliveryView(delivery)
})

interface DeliveriesQuery {
  readonly endpoint?: string
  readonly state?: DeliveryState
  readonly before?: number
  readonly limit?: number
}

/** Returns a page of deliveries, newest first. Reads one more than requested, to know whether there is another page. */
const deliveriesPage = Effect.fnUntraced(
  function*({ endpoint, limit = pageLimitDefault, ...filter }: DeliveriesQuery) {
    const { accountId } = yield* CurrentMember
    const found = yield* (yield* Webhooks).deliveries({
      accountId,
      ...filter,
      ...endpoint === undefined ? {} : { endpointId: endpoint },
      limit: limit + 1
    })
    const items = found.slice(0, limit)
    const last = items.at(-1)
    return { items: items.map(toDeliveryView), next: last !== undefined && found.length > limit ? last.id : null }
  }
)

const getDelivery = Effect.fnUntraced(function*(id: number) {
  const { accountId } = yield* CurrentMember
  const delivery = yield* Effect.catchTag(
    (yield* Webhooks).getDelivery(accountId, id),
    "DeliveryNotFound",
    failNotFound
  )
  return {
    delivery: toDeliveryView(delivery),
    payload: delivery.payload,
    attempts: delivery.attempts.map(toAttemptView)
  }
})

const resend = Effect.fnUntraced(function*(id: number) {
  const { accountId } = yield* CurrentMember
  // `InvalidWebhook` can only mean here that the endpoint is disabled.
  const delivery = yield* resendDeliveryAs(yield* currentActor, accountId, id).pipe(
    Effect.catchTags({ DeliveryNotFound: failNotFound, WebhookNotFound: failNotFound, InvalidWebhook: failConflict })
  )
  return toDeliveryView(delivery)
})

const failInvalidWebhook = ({ field, message }: InvalidWebhook) =>
  Effect.fail(new InvalidInput({ message, fields: { [field]: message } }))

/** Returns an endpoint without its secrets. */
const toEndpointView = (endpoint: WebhookEndpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: endpoint.eventTypes,
  disabled: endpoint.disabled && { reason: endpoint.disabled.reason, at: endpoint.disabled.at.getTime() },
  failingSince: endpoint.failingSince?.getTime() ?? null,
  lastDeliveredAt: endpoint.lastDeliveredAt?.getTime() ?? null,
  previousSecretExpiresAt: endpoint.previousSecret?.expiresAt.getTime() ?? null,
  createdAt: endpoint.createdAt.getTime()
})

const toAttemptView = ({ at, error, millis, status }: DeliveryAttempt) => ({ at: at.getTime(), millis, status, error })

const toDeliveryView = (delivery: WebhookDelivery) => {
  const last = delivery.attempts.at(-1)
  return {
    id: delivery.id,
    endpointId: delivery.endpointId,
    eventId: delivery.eventId,
    event: delivery.eventType,
    state: delivery.state,
    createdAt: delivery.createdAt.getTime(),
    nextAttemptAt: delivery.nextAttemptAt?.getTime() ?? null,
    attempts: delivery.attempts.length,
    lastAttempt: last === undefined ? null : toAttemptView(last)
  }
}
