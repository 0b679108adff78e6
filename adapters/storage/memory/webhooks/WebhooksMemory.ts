import { Context, Effect, Layer, Struct } from "effect"
import { type AccountEvent, eventBody } from "../../../../core/events/AccountEvent.ts"
import { Conditions } from "../../../../core/events/Conditions.ts"
import type { AccountId, WebhookId } from "../../../../core/kernel/Ids.ts"
import { isDelivered } from "../../../../core/webhooks/RetrySchedule.ts"
import type { WebhookDelivery } from "../../../../core/webhooks/WebhookDelivery.ts"
import { endpointsMax, type WebhookEndpoint } from "../../../../core/webhooks/WebhookEndpoint.ts"
import {
  type ClaimedDelivery,
  type ClaimRequest,
  DeliveryNotFound,
  type FinishedAttempt,
  WebhookNotFound,
  Webhooks
} from "../../../../core/webhooks/Webhooks.ts"

type StoredDelivery = WebhookDelivery & { readonly claimant: string | null }

/**
 * Endpoints and deliveries in memory. The other ports in memory add the deliveries of their events. Each of their
 * layers provides this layer. Effect builds it only once, so they share one state.
 */
export class WebhooksState extends Context.Service<WebhooksState, {
  readonly endpoints: Map<WebhookId, WebhookEndpoint>
  readonly deliveries: Map<number, StoredDelivery>
  /** Adds a delivery, unless the endpoint has one of the same event. Returns the stored delivery. */
  readonly add: (endpoint: WebhookEndpoint, event: AccountEvent) => StoredDelivery
  /** Adds the deliveries of an event to all enabled endpoints that have chosen its type. */
  readonly emit: (event: AccountEvent) => void
}>()("gatehouse/adapters/storage/memory/webhooks/WebhooksState") {
  static readonly layer = Layer.sync(WebhooksState, () => {
    const endpoints = new Map<WebhookId, WebhookEndpoint>()
    const deliveries = new Map<number, StoredDelivery>()
    let lastId = 0
    const add = (endpoint: WebhookEndpoint, event: AccountEvent): StoredDelivery => {
      const known = [...deliveries.values()].find((one) => one.endpointId === endpoint.id && one.eventId === event.id)
      if (known !== undefined) return known
      const delivery = newDelivery(++lastId, endpoint, event)
      deliveries.set(delivery.id, delivery)
      return delivery
    }
    return {
      endpoints,
      deliveries,
      add,
      emit: (event) => {
        for (const endpoint of endpoints.values()) {
          const { accountId, disabled, eventTypes } = endpoint
          if (accountId === event.accountId && disabled === null && eventTypes.includes(event.type)) {
            add(endpoint, event)
          }
        }
      }
    }
  })
}

const newDelivery = (id: number, endpoint: WebhookEndpoint, event: AccountEvent): StoredDelivery => ({
  id,
  accountId: event.accountId,
  endpointId: endpoint.id,
  eventId: event.id,
  eventType: event.type,
  payload: eventBody(event),
  createdAt: event.at,
  state: "pending",
  nextAttemptAt: event.at,
  tries: 0,
  triesFrom: null,
  attempts: [],
  claimant: null
})

const plain = (stored: StoredDelivery): WebhookDelivery => Struct.omit(stored, ["claimant"])

export const webhooksLayer: Layer.Layer<Webhooks> = Layer.effect(
  Webhooks,
  Effect.map(WebhooksState, (state) =>
    Webhooks.of({
      ...endpointOperations(state),
      ...deliveryOperations(state),
      claim: (request) => Effect.sync(() => claimDue(state, request)),
      finish: (attempt) => Effect.sync(() => storeAttempt(state, attempt))
    }))
).pipe(Layer.provide(WebhooksState.layer))

type EndpointOperations = Pick<
  Webhooks["Service"],
  "create" | "get" | "list" | "change" | "enable" | "disable" | "remove" | "findOverloaded"
>

const endpointOperations = ({ deliveries, endpoints }: WebhooksState["Service"]): EndpointOperations => {
  const get = (accountId: AccountId, id: WebhookId) =>
    Effect.suspend(() => {
      const endpoint = endpoints.get(id)
      return endpoint?.accountId === accountId ? Effect.succeed(endpoint) : new WebhookNotFound({ id })
    })
  const update = (accountId: AccountId, id: WebhookId, change: Partial<WebhookEndpoint>) =>
    Effect.map(get(accountId, id), (endpoint) => {
      const changed = { ...endpoint, ...change }
      endpoints.set(id, changed)
      return changed
    })
  const pendingOf = (id: WebhookId) =>
    [...deliveries.values()].filter(({ endpointId, state }) => endpointId === id && state === "pending")
  const endpointsOf = (accountId: AccountId) => [...endpoints.values()].filter((one) => one.accountId === accountId)
  return {
    create: (endpoint) =>
      Effect.sync(() => {
        if (endpointsOf(endpoint.accountId).length >= endpointsMax) return false
        endpoints.set(endpoint.id, endpoint)
        return true
      }),
    get,
    list: (accountId) => Effect.sync(() => endpointsOf(accountId)),
    change: update,
    enable: (accountId, id) => update(accountId, id, { disabled: null, failingSince: null }),
    disable: (id, reason, at) =>
      Effect.sync(() => {
        const endpoint = endpoints.get(id)
        if (endpoint === undefined || endpoint.disabled !== null) return false
        endpoints.set(id, { ...endpoint, disabled: { reason, at } })
        for (const one of pendingOf(id)) deliveries.set(one.id, { ...one, state: "failed", nextAttemptAt: null })
        return true
      }),
    remove: (accountId, id) =>
      Effect.map(get(accountId, id), () => {
        endpoints.delete(id)
        for (const one of deliveries.values()) if (one.endpointId === id) deliveries.delete(one.id)
      }),
    findOverloaded: (pendingMax) =>
      Effect.sync(() =>
        [...endpoints.values()].filter(({ disabled, id }) => disabled === null && pendingOf(id).length > pendingMax)
      )
  }
}

type DeliveryOperations = Pick<
  Webhooks["Service"],
  "deliverTo" | "deliveries" | "getDelivery" | "resend" | "release" | "sweep"
>

const deliveryOperations = ({ add, deliveries }: WebhooksState["Service"]): DeliveryOperations => {
  const get = (accountId: AccountId, id: number) =>
    Effect.suspend(() => {
      const delivery = deliveries.get(id)
      return delivery?.accountId === accountId ? Effect.succeed(delivery) : new DeliveryNotFound({ id })
    })
  return {
    deliverTo: (endpoint, event) => Effect.sync(() => plain(add(endpoint, event))),
    deliveries: ({ accountId, before = Infinity, endpointId, eventType, limit, state }) =>
      Effect.sync(() =>
        [...deliveries.values()].filter((one) =>
          one.accountId === accountId && one.id < before && (endpointId ?? one.endpointId) === one.endpointId &&
          (eventType ?? one.eventType) === one.eventType && (state ?? one.state) === one.state
        ).toReversed().slice(0, limit).map(plain)
      ),
    getDelivery: (accountId, id) => Effect.map(get(accountId, id), plain),
    resend: (accountId, id, at) =>
      Effect.map(get(accountId, id), (delivery) => {
        const due = { state: "pending", tries: 0, triesFrom: null, nextAttemptAt: at, claimant: null } as const
        deliveries.set(id, { ...delivery, ...due })
        return plain({ ...delivery, ...due })
      }),
    release: (claimant, at) =>
      Effect.sync(() => {
        for (const one of deliveries.values()) {
          if (one.claimant !== claimant || one.state !== "pending") continue
          deliveries.set(one.id, { ...one, claimant: null, nextAttemptAt: at })
        }
      }),
    sweep: (before, accountId) =>
      Effect.sync(() => {
        const old = [...deliveries.values()].filter((one) =>
          one.state !== "pending" && one.createdAt < before && (accountId ?? one.accountId) === one.accountId
        )
        for (const { id } of old) deliveries.delete(id)
        return old.length
      })
  }
}

const claimDue = (
  { deliveries, endpoints }: WebhooksState["Service"],
  { claimant, inProgress, limit, now, perEndpointMax, until }: ClaimRequest
): ReadonlyArray<ClaimedDelivery> => {
  const counts = new Map(inProgress)
  const due = [...deliveries.values()]
    .filter(({ endpointId, nextAttemptAt }) =>
      nextAttemptAt !== null && nextAttemptAt <= now && endpoints.get(endpointId)?.disabled === null
    )
    .toSorted((one, other) => Number(one.nextAttemptAt) - Number(other.nextAttemptAt) || one.id - other.id)
    .filter(({ endpointId }) => {
      const count = (counts.get(endpointId) ?? 0) + 1
      counts.set(endpointId, count)
      return count <= perEndpointMax
    })
    .slice(0, limit)
    .toSorted((one, other) => one.id - other.id)
  return due.flatMap((delivery) => {
    const endpoint = endpoints.get(delivery.endpointId)
    if (endpoint === undefined) return []
    const claimed = { ...delivery, claimant, nextAttemptAt: until }
    deliveries.set(delivery.id, claimed)
    return [{ delivery: plain(claimed), endpoint }]
  })
}

const storeAttempt = (
  { deliveries, endpoints }: WebhooksState["Service"],
  { at, claimant, delivery: { endpointId, id }, result }: FinishedAttempt
): Date | null => {
  const stored = deliveries.get(id)
  if (stored?.claimant !== claimant) return null
  const isEnded = stored.state !== "pending" && result.state === "pending"
  const end = isEnded ? { state: stored.state, nextAttemptAt: null } : {}
  deliveries.set(id, { ...stored, ...result, ...end, claimant: null })
  const endpoint = endpoints.get(endpointId)
  if (endpoint === undefined) return null
  const isSuccess = isDelivered({ status: result.attempts.at(-1)?.status ?? null })
  const failingSince = isSuccess ? null : endpoint.failingSince ?? at
  endpoints.set(endpointId, { ...endpoint, failingSince, ...isSuccess ? { lastDeliveredAt: at } : {} })
  return failingSince
}

export const conditionsLayer: Layer.Layer<Conditions> = Layer.effect(
  Conditions,
  Effect.map(WebhooksState, ({ emit }) => {
    /** Times of the active reports, by condition and reporter. Conditions that are not active have no entry. */
    const active = new Map<string, Map<string, Date>>()
    return Conditions.of({
      report: ({ accountId, at, isActive, name, outdatedBefore, reporter }, { onBegin, onEnd }) =>
        Effect.sync(() => {
          const key = JSON.stringify([accountId, name])
          const before = active.get(key)
          const reports = new Map(before)
          if (isActive) reports.set(reporter, at)
          else reports.delete(reporter)
          for (const [other, time] of reports) {
            if (outdatedBefore !== null && time < outdatedBefore) reports.delete(other)
          }
          if (reports.size > 0) active.set(key, reports)
          else active.delete(key)
          const [wasActive, isNowActive] = [before !== undefined, reports.size > 0]
          if (wasActive === isNowActive) return null
          const event = isNowActive ? onBegin : onEnd
          if (event !== null) emit(event)
          return event
        })
    })
  })
).pipe(Layer.provide(WebhooksState.layer))
