import type { EventType } from "../events/EventCatalog.ts"
import type { AccountId, EventId, WebhookId } from "../kernel/Ids.ts"

/** Maximum number of stored attempts of a delivery. The oldest are dropped first. */
export const attemptsStoredMax = 50

/**
 * State of a delivery:
 * - `pending`: an attempt is due at `nextAttemptAt`
 * - `delivered`: the endpoint answered with a status from 200 to 299
 * - `failed`: there are no further attempts, unless it is resent
 */
export const deliveryStates = ["pending", "delivered", "failed"] as const

export type DeliveryState = typeof deliveryStates[number]

export interface DeliveryAttempt {
  readonly at: Date
  /** Duration in milliseconds. */
  readonly millis: number
  /** Status of the response. Null without a response. */
  readonly status: number | null
  /** Reason of the failure, as a sentence. Null after a success. */
  readonly error: string | null
}

/** Delivery of an event to an endpoint. */
export interface WebhookDelivery {
  readonly id: number
  readonly accountId: AccountId
  readonly endpointId: WebhookId
  /**
   * ID of the event, sent as `webhook-id`. All attempts have the same ID, including those after the delivery is resent.
   */
  readonly eventId: EventId
  readonly eventType: EventType
  /** Body of the requests, as JSON. */
  readonly payload: string
  readonly createdAt: Date
  readonly state: DeliveryState
  /** Null unless the delivery is pending. */
  readonly nextAttemptAt: Date | null
  /** Number of attempts since the delivery was created or last resent. */
  readonly tries: number
  /** Time of the first attempt that `tries` counts. Null if there is none. The retries end a day later. */
  readonly triesFrom: Date | null
  /** Latest attempts, oldest first. */
  readonly attempts: ReadonlyArray<DeliveryAttempt>
}
