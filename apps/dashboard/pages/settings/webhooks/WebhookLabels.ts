import type { EventType } from "../../../../../core/events/EventCatalog.ts"
import type { DeliveryState } from "../../../../../core/webhooks/WebhookDelivery.ts"
import type { DisabledReason } from "../../../../../core/webhooks/WebhookEndpoint.ts"
import type { ApiResponse } from "../../../api/Client.ts"
import { relativeText } from "../../../parts/text/Formats.ts"
import type { Tone } from "../../../parts/text/StatusBadge.tsx"

export type Endpoint = ApiResponse<"webhooks", "list">["endpoints"][number]
/** Event that the account can choose, with its cause. */
export type EventOption = ApiResponse<"webhooks", "list">["events"][number]
export type Delivery = ApiResponse<"webhooks", "deliveries">["items"][number]

interface Label {
  readonly label: string
  readonly tone: Tone
}

/** Path of the list, and of each endpoint below it. */
const webhooksPath = "/settings/webhooks"

/** Returns the path of an endpoint's page. */
export const endpointPath = (id: string, query: URLSearchParams = new URLSearchParams()): string => {
  const text = query.toString()
  return `${webhooksPath}/${encodeURIComponent(id)}${text === "" ? "" : `?${text}`}`
}

export const eventLabels: Readonly<Record<EventType, string>> = {
  "document.blocked": "Document blocked",
  "lead.spam": "Spam lead",
  "submission.created": "Link reported",
  "submission.reviewed": "Reported link reviewed",
  "credits.low": "Low balance",
  "source.down": "Threat source down",
  "source.up": "Threat source up again",
  "key.created": "API key created",
  "key.revoked": "API key revoked",
  "webhook.test": "Test event"
}

/** Groups of events, by the word before the dot. */
const eventGroups: ReadonlyArray<readonly [title: string, prefixes: ReadonlyArray<string>]> = [
  ["Checks", ["document", "lead"]],
  ["Account", ["credits", "key"]],
  ["Reported links", ["submission"]],
  ["Threat sources", ["source"]]
]

/** Returns the events by group, without empty groups. */
export const groupEvents = (
  events: ReadonlyArray<EventOption>
): ReadonlyArray<{ readonly title: string; readonly events: ReadonlyArray<EventOption> }> =>
  eventGroups.map(([title, prefixes]) => ({
    title,
    events: events.filter(({ type }) => prefixes.includes(type.slice(0, type.indexOf("."))))
  })).filter(({ events }) => events.length > 0)

/** Maximum number of events that a table names. */
const eventsNamedMax = 2

/** Lists the events of an endpoint in a few words: `Spam lead, Low balance and 3 more`. */
export const eventsText = (chosen: ReadonlyArray<EventType>, selectable: number): string => {
  if (selectable > 1 && chosen.length === selectable) return "All events"
  const named = chosen.slice(0, eventsNamedMax).map((type) => eventLabels[type]).join(", ")
  const more = chosen.length - eventsNamedMax
  return more > 0 ? `${named} and ${more} more` : named
}

/** Returns the description of an endpoint, or the host of its URL. */
export const endpointName = ({ description, url }: Pick<Endpoint, "description" | "url">): string =>
  description === "" ? new URL(url).host : description

export const endpointState = ({ disabled, failingSince }: Pick<Endpoint, "disabled" | "failingSince">): Label =>
  disabled !== null
    ? { label: "Disabled", tone: disabled.reason === "manual" ? "plain" : "bad" }
    : failingSince !== null
    ? { label: "Failing", tone: "caution" }
    : { label: "Enabled", tone: "good" }

/** Causes of a disabled endpoint, with what to do. */
export const disabledTexts: Readonly<Record<DisabledReason, string>> = {
  manual: "It was disabled in the dashboard or on the command line. Gatehouse sends no events to it.",
  failing:
    "All attempts failed for a day. Repair your receiver, then enable the endpoint and resend the failed deliveries.",
  gone:
    "Your receiver responded with status 410, which ends all deliveries. Enable the endpoint if you still want events.",
  backlog:
    "Too many deliveries were pending. Make your receiver faster or choose fewer events, then enable the endpoint."
}

const deliveryLabels: Readonly<Record<DeliveryState, Label>> = {
  pending: { label: "Pending", tone: "info" },
  delivered: { label: "Delivered", tone: "good" },
  failed: { label: "Failed", tone: "bad" }
}

export const deliveryState = ({ state }: Pick<Delivery, "state">): Label => deliveryLabels[state]

export const deliveryStateOptions = Object.entries(deliveryLabels).map(([value, { label }]) => ({ value, label }))

export const isDeliveryState = (text: string): text is DeliveryState => Object.hasOwn(deliveryLabels, text)

/** Describes the result of an attempt: its error, or the status of the response. */
export const attemptResult = (attempt: Delivery["lastAttempt"]): string =>
  attempt === null ? "No attempt yet" : attempt.error ?? `Status ${attempt.status}`

/** Describes when the next attempt is made: `Next attempt in 3 minutes`. Null if there is none. */
export const nextAttemptText = (at: number | null, now: number): string | null =>
  at === null ? null : at - now < 60_000 ? "Next attempt within a minute" : `Next attempt ${relativeText(at, now)}`

/** Returns the label of the button that makes a delivery due immediately. Null if its first attempt is already due. */
export const resendLabel = ({ attempts, state }: Pick<Delivery, "attempts" | "state">): string | null =>
  state !== "pending" ? "Resend" : attempts === 0 ? null : "Retry now"

/** Polling interval while an attempt is due soon or in progress, in milliseconds. */
const soonMillis = 2_000
/** Polling interval while all pending deliveries wait for a later retry, in milliseconds. */
export const laterMillis = 30_000
/**
 * Time before an attempt in which the polling is faster, in milliseconds. It exceeds `claimMillis` (1 minute), because
 * `nextAttemptAt` is the end of the claim during an attempt.
 */
const soonBeforeMillis = 90_000

/** Returns the polling interval of a list of deliveries. Null if none is pending. */
export const deliveryRefetchMillis = (
  deliveries: ReadonlyArray<Pick<Delivery, "nextAttemptAt" | "state">>,
  now: number
): number | null => {
  const next = deliveries.flatMap(({ nextAttemptAt, state }) => state === "pending" ? [nextAttemptAt ?? now] : [])
  if (next.length === 0) return null
  return Math.min(...next) - now < soonBeforeMillis ? soonMillis : laterMillis
}

/** Formats a payload, which is JSON, with indentation. */
export const formatPayload = (payload: string): string => JSON.stringify(JSON.parse(payload), null, 2)
