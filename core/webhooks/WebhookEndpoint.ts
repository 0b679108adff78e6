import type { EventType } from "../events/EventCatalog.ts"
import type { AccountId, WebhookId } from "../kernel/Ids.ts"

/** Maximum number of endpoints of an account. */
export const endpointsMax = 10
export const descriptionCharsMax = 200
/** Hours for which deliveries are also signed with the previous secret after a rotation. */
export const secretOverlapHours = 24

/**
 * Cause of a disabled endpoint:
 * - `manual`: a person disabled it
 * - `failing`: every attempt failed for `failingMillisMax`
 * - `gone`: it answered 410, with which a receiver unsubscribes
 * - `backlog`: more than `pendingDeliveriesMax` deliveries were pending
 */
export const disabledReasons = ["manual", "failing", "gone", "backlog"] as const

export type DisabledReason = typeof disabledReasons[number]

/** URL to which the events of an account are sent. */
export interface WebhookEndpoint {
  readonly id: WebhookId
  readonly accountId: AccountId
  readonly url: string
  /** Free text, which may be empty. */
  readonly description: string
  readonly eventTypes: ReadonlyArray<EventType>
  /** Signing secret, `whsec_` and base64. It is stored as is, because every delivery is signed with it. */
  readonly secret: string
  /** Secret before the last rotation. Null without a rotation, or after one that revoked the secret. */
  readonly previousSecret: { readonly secret: string; readonly expiresAt: Date } | null
  /** Null while the endpoint is enabled. */
  readonly disabled: { readonly reason: DisabledReason; readonly at: Date } | null
  /** Time of the first failed attempt since the last success. Null if the last attempt succeeded. */
  readonly failingSince: Date | null
  readonly lastDeliveredAt: Date | null
  readonly createdAt: Date
}

/** Fields of an endpoint that can be changed. */
export type WebhookChange = Partial<
  Pick<WebhookEndpoint, "url" | "description" | "eventTypes" | "secret" | "previousSecret">
>
