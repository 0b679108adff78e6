import type { AccountEvent } from "../../core/events/AccountEvent.ts"
import type { WebhookEndpoint } from "../../core/webhooks/WebhookEndpoint.ts"

let made = 0

/** Returns an endpoint with a new ID that gets `key.revoked` and `lead.spam`. */
export const endpointWith = (changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: `whk_${++made}`,
  accountId: "a",
  url: "https://hooks.example.com/gatehouse",
  description: "",
  eventTypes: ["key.revoked", "lead.spam"],
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  previousSecret: null,
  disabled: null,
  failingSince: null,
  lastDeliveredAt: null,
  createdAt: new Date(made),
  ...changes
})

/** Returns the event `key.revoked` with a new ID. */
export const eventWith = (changes: Partial<AccountEvent> = {}): AccountEvent => ({
  id: `evt_${++made}`,
  accountId: "a",
  type: "key.revoked",
  at: new Date(0),
  data: { key_id: "key_1" },
  ...changes
})
