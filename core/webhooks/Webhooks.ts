import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { AccountEvent } from "../events/AccountEvent.ts"
import type { EventType } from "../events/EventCatalog.ts"
import type { AccountId, WebhookId } from "../kernel/Ids.ts"
import type { AttemptResult } from "./RetrySchedule.ts"
import type { DeliveryState, WebhookDelivery } from "./WebhookDelivery.ts"
import type { DisabledReason, WebhookChange, WebhookEndpoint } from "./WebhookEndpoint.ts"

export class WebhookNotFound extends Schema.TaggedError<WebhookNotFound>()("WebhookNotFound", { id: Schema.String }) {
  override get message(): string {
    return `There is no webhook endpoint ${this.id}.`
  }
}

export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()("DeliveryNotFound", { id: Schema.Int }) {
  override get message(): string {
    return `There is no webhook delivery ${this.id}. Deliveries are kept as long as the request history.`
  }
}

/** Request for due deliveries. */
export interface ClaimRequest {
  /** ID of the claiming worker. */
  readonly claimant: string
  readonly now: Date
  /** Time until which no other worker gets the deliveries. */
  readonly until: Date
  readonly limit: number
  /** Maximum attempts of the worker to one endpoint at the same time. */
  readonly perEndpointMax: number
  /** Numbers of the worker's attempts in progress. They count toward `perEndpointMax`. */
  readonly inProgress: ReadonlyMap<WebhookId, number>
}

export interface ClaimedDelivery {
  readonly delivery: WebhookDelivery
  readonly endpoint: WebhookEndpoint
}

export interface FinishedAttempt {
  readonly claimant: string
  readonly delivery: Pick<WebhookDelivery, "id" | "endpointId">
  readonly at: Date
  readonly result: AttemptResult
}

/** Filter of the list of deliveries. */
export interface DeliveryFilter {
  readonly accountId: AccountId
  readonly endpointId?: WebhookId
  readonly state?: DeliveryState
  readonly eventType?: EventType
  /** Only deliveries with an ID below this one. */
  readonly before?: number
  readonly limit: number
}

/**
 * Webhook endpoints and deliveries. A delivery is stored in the commit of the change that causes its event, for each
 * enabled endpoint of the account that has chosen the event's type. The other stores, such as `ApiKeys`, therefore take
 * the event as an argument.
 */
export class Webhooks extends Context.Service<Webhooks, {
  /** Creates an endpoint. Returns false if the account already has `endpointsMax` endpoints. */
  readonly create: (endpoint: WebhookEndpoint) => Effect.Effect<boolean>
  readonly get: (accountId: AccountId, id: WebhookId) => Effect.Effect<WebhookEndpoint, WebhookNotFound>
  /** Returns the endpoints of an account, oldest first. */
  readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<WebhookEndpoint>>
  readonly change: (
    accountId: AccountId,
    id: WebhookId,
    change: WebhookChange
  ) => Effect.Effect<WebhookEndpoint, WebhookNotFound>
  /** Enables an endpoint. It counts as not failing until its next attempt. */
  readonly enable: (accountId: AccountId, id: WebhookId) => Effect.Effect<WebhookEndpoint, WebhookNotFound>
  /** Disables an endpoint, and its pending deliveries fail. Returns false if it was disabled or does not exist. */
  readonly disable: (id: WebhookId, reason: DisabledReason, at: Date) => Effect.Effect<boolean>
  /** Deletes an endpoint with its deliveries. */
  readonly remove: (accountId: AccountId, id: WebhookId) => Effect.Effect<void, WebhookNotFound>
  /** Stores a delivery to one endpoint, whatever event types the endpoint has chosen. */
  readonly deliverTo: (endpoint: WebhookEndpoint, event: AccountEvent) => Effect.Effect<WebhookDelivery>
  /** Returns deliveries, newest first. */
  readonly deliveries: (filter: DeliveryFilter) => Effect.Effect<ReadonlyArray<WebhookDelivery>>
  readonly getDelivery: (accountId: AccountId, id: number) => Effect.Effect<WebhookDelivery, DeliveryNotFound>
  /**
   * Makes a delivery due at once, with a new series of retries. The delivery does not record an attempt in progress.
   */
  readonly resend: (accountId: AccountId, id: number, at: Date) => Effect.Effect<WebhookDelivery, DeliveryNotFound>
  /** Claims due deliveries of enabled endpoints. No other worker can claim them until `finish` or `until`. */
  readonly claim: (request: ClaimRequest) => Effect.Effect<ReadonlyArray<ClaimedDelivery>>
  /**
   * Stores an attempt and its effect on the endpoint, unless the claim has passed to another worker. Returns the
   * endpoint's `failingSince`. Null if the attempt succeeded or was not stored, or the endpoint no longer exists.
   */
  readonly finish: (attempt: FinishedAttempt) => Effect.Effect<Date | null>
  /** Makes the claimed deliveries of a stopping worker due again. */
  readonly release: (claimant: string, at: Date) => Effect.Effect<void>
  /** Returns the enabled endpoints with more than this number of pending deliveries. */
  readonly findOverloaded: (pendingMax: number) => Effect.Effect<ReadonlyArray<WebhookEndpoint>>
  /** Deletes the finished deliveries that are older than `before`. Returns their number. */
  readonly sweep: (before: Date, accountId?: AccountId) => Effect.Effect<number>
}>()("gatehouse/core/webhooks/Webhooks") {}
