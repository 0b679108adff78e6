import { Clock, Effect, Schema } from "effect"
import { operatorAccountId } from "../accounts/ManageAccounts.ts"
import { type Actor, audit } from "../audit/Audit.ts"
import type { AuditAction } from "../audit/AuditEntry.ts"
import { makeEvent } from "../events/AccountEvent.ts"
import { eventCatalog, type EventType, eventTypes, isEventType } from "../events/EventCatalog.ts"
import { type AccountId, newId, type WebhookId } from "../kernel/Ids.ts"
import { sanitizeLine } from "../kernel/SanitizeLine.ts"
import { makeWebhookSecret } from "./Signature.ts"
import {
  descriptionCharsMax,
  endpointsMax,
  secretOverlapHours,
  type WebhookChange,
  type WebhookEndpoint
} from "./WebhookEndpoint.ts"
import { Webhooks } from "./Webhooks.ts"
import { parseWebhookUrl } from "./WebhookUrl.ts"

export class InvalidWebhook
  extends Schema.TaggedError<InvalidWebhook>()("InvalidWebhook", { field: Schema.String, message: Schema.String })
{}

export class TooManyWebhooks extends Schema.TaggedError<TooManyWebhooks>()("TooManyWebhooks", {}) {
  override get message(): string {
    return `The account has reached its limit of ${endpointsMax} webhook endpoints. Delete one that is no longer used.`
  }
}

/** Fields of an endpoint as a person enters them. */
export interface WebhookInput {
  readonly url: string
  readonly description: string
  readonly eventTypes: ReadonlyArray<string>
}

export interface WebhookPolicy {
  /** Whether the operator allows endpoints in private networks. */
  readonly isPrivateAllowed: boolean
}

/** Types of events that an endpoint can choose. */
export const selectableEventTypes: ReadonlyArray<EventType> = eventTypes.filter((type) => type !== "webhook.test")

/** Returns the types of events that an account can choose. */
export const eventTypesOf = Effect.fnUntraced(function*(accountId: AccountId) {
  const isOperator = (yield* operatorAccountId) === accountId
  return selectableEventTypes.filter((type) => isOperator || !eventCatalog[type].isForOperator)
})

const checkEventTypes = Effect.fnUntraced(function*(accountId: AccountId, texts: ReadonlyArray<string>) {
  const allowed = yield* eventTypesOf(accountId)
  const invalid = (message: string) => new InvalidWebhook({ field: "events", message })
  if (texts.length === 0) return yield* invalid(`Choose at least one event: ${allowed.join(", ")}.`)
  const types = texts.filter(isEventType).filter((type) => allowed.includes(type))
  const unknown = texts.find((text) => !types.some((type) => type === text))
  if (unknown !== undefined) {
    return yield* invalid(
      isEventType(unknown) && selectableEventTypes.includes(unknown)
        ? `Only the operator's account gets ${unknown}.`
        : `There is no event ${sanitizeLine(unknown, 100)}. Choose from ${allowed.join(", ")}.`
    )
  }
  return allowed.filter((type) => types.includes(type))
})

const checkUrl = (text: string, { isPrivateAllowed }: WebhookPolicy) =>
  Effect.fromResult(parseWebhookUrl(text.trim(), isPrivateAllowed)).pipe(
    Effect.map(({ url }) => url.href),
    Effect.mapError(({ message }) => new InvalidWebhook({ field: "url", message }))
  )

const checkDescription = (text: string) => {
  const description = sanitizeLine(text)
  return description.length <= descriptionCharsMax
    ? Effect.succeed(description)
    : Effect.fail(
      new InvalidWebhook({
        field: "description",
        message: `A description must not exceed ${descriptionCharsMax} characters.`
      })
    )
}

/** Creates an endpoint on behalf of a person. Functions ending in `As` write to the audit log. */
export const createWebhookAs = Effect.fn("createWebhookAs")(
  function*(actor: Actor, accountId: AccountId, input: WebhookInput, policy: WebhookPolicy) {
    const webhooks = yield* Webhooks
    const url = yield* checkUrl(input.url, policy)
    const description = yield* checkDescription(input.description)
    const eventTypes = yield* checkEventTypes(accountId, input.eventTypes)
    const endpoint: WebhookEndpoint = {
      id: yield* newId("whk"),
      accountId,
      url,
      description,
      eventTypes,
      secret: yield* makeWebhookSecret,
      previousSecret: null,
      disabled: null,
      failingSince: null,
      lastDeliveredAt: null,
      createdAt: new Date(yield* Clock.currentTimeMillis)
    }
    if (!(yield* webhooks.create(endpoint))) return yield* new TooManyWebhooks()
    yield* auditWebhook(actor, "webhook.create", endpoint, endpoint.eventTypes.join(", "))
    return endpoint
  }
)

export const changeWebhookAs = Effect.fn("changeWebhookAs")(function*(
  actor: Actor,
  accountId: AccountId,
  id: WebhookId,
  wanted: Partial<WebhookInput>,
  policy: WebhookPolicy
) {
  const change: WebhookChange = {
    ...wanted.url === undefined ? {} : { url: yield* checkUrl(wanted.url, policy) },
    ...wanted.description === undefined ? {} : { description: yield* checkDescription(wanted.description) },
    ...wanted.eventTypes === undefined ? {} : { eventTypes: yield* checkEventTypes(accountId, wanted.eventTypes) }
  }
  const endpoint = yield* (yield* Webhooks).change(accountId, id, change)
  yield* auditWebhook(actor, "webhook.change", endpoint, Object.keys(change).join(", "))
  return endpoint
})

/** Enables or disables an endpoint. Pending deliveries of a disabled endpoint fail, and can be resent later. */
export const setWebhookEnabledAs = Effect.fn("setWebhookEnabledAs")(
  function*(actor: Actor, accountId: AccountId, id: WebhookId, isEnabled: boolean) {
    const webhooks = yield* Webhooks
    const before = yield* webhooks.get(accountId, id)
    if ((before.disabled === null) === isEnabled) return before
    if (isEnabled) yield* webhooks.enable(accountId, id)
    else yield* webhooks.disable(id, "manual", new Date(yield* Clock.currentTimeMillis))
    yield* auditWebhook(actor, isEnabled ? "webhook.enable" : "webhook.disable", before, "")
    return yield* webhooks.get(accountId, id)
  }
)

/**
 * Creates a new secret. Deliveries are also signed with the previous secret for `secretOverlapHours`. If the previous
 * secret leaked, set `endOld`.
 */
export const rotateWebhookSecretAs = Effect.fn("rotateWebhookSecretAs")(
  function*(actor: Actor, accountId: AccountId, id: WebhookId, endOld: boolean) {
    const webhooks = yield* Webhooks
    const { secret: previous } = yield* webhooks.get(accountId, id)
    const expiresAt = new Date((yield* Clock.currentTimeMillis) + secretOverlapHours * 3_600_000)
    const endpoint = yield* webhooks.change(accountId, id, {
      secret: yield* makeWebhookSecret,
      previousSecret: endOld ? null : { secret: previous, expiresAt }
    })
    const detail = endOld ? "previous secret revoked" : `previous secret valid for ${secretOverlapHours} hours`
    yield* auditWebhook(actor, "webhook.rotate", endpoint, detail)
    return endpoint
  }
)

export const deleteWebhookAs = Effect.fn("deleteWebhookAs")(
  function*(actor: Actor, accountId: AccountId, id: WebhookId) {
    const webhooks = yield* Webhooks
    const endpoint = yield* webhooks.get(accountId, id)
    yield* webhooks.remove(accountId, id)
    yield* auditWebhook(actor, "webhook.remove", endpoint, "")
    return endpoint
  }
)

/** Stores a test event for an endpoint. A running server delivers it within seconds. */
export const sendTestEventAs = Effect.fn("sendTestEventAs")(
  function*(actor: Actor, accountId: AccountId, id: WebhookId) {
    const webhooks = yield* Webhooks
    const endpoint = yield* enabledEndpoint(accountId, id)
    const event = yield* makeEvent(accountId, "webhook.test", { endpoint_id: id })
    const delivery = yield* webhooks.deliverTo(endpoint, event)
    yield* auditWebhook(actor, "webhook.test", endpoint, "")
    return delivery
  }
)

/** Makes a delivery due again, with the same ID. */
export const resendDeliveryAs = Effect.fn("resendDeliveryAs")(
  function*(actor: Actor, accountId: AccountId, deliveryId: number) {
    const webhooks = yield* Webhooks
    const { endpointId } = yield* webhooks.getDelivery(accountId, deliveryId)
    const endpoint = yield* enabledEndpoint(accountId, endpointId)
    const resent = yield* webhooks.resend(accountId, deliveryId, new Date(yield* Clock.currentTimeMillis))
    yield* auditWebhook(actor, "webhook.resend", endpoint, `${resent.eventType} ${resent.eventId}`)
    return resent
  }
)

const enabledEndpoint = Effect.fnUntraced(function*(accountId: AccountId, id: WebhookId) {
  const endpoint = yield* (yield* Webhooks).get(accountId, id)
  if (endpoint.disabled === null) return endpoint
  return yield* new InvalidWebhook({
    field: "enabled",
    message: `The endpoint ${id} is disabled. Enable it before you send events to it.`
  })
})

/** Records an action. Only the host of the URL is recorded, because the path may contain a token. */
const auditWebhook = (actor: Actor, action: AuditAction, { accountId, id, url }: WebhookEndpoint, detail: string) =>
  audit({
    accountId,
    actor,
    action,
    target: id,
    detail: detail === "" ? new URL(url).host : `${new URL(url).host}: ${detail}`
  })
