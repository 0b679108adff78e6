import { Context } from "effect"
import type { Effect } from "effect"
import type { SendOutcome } from "./RetrySchedule.ts"

/** Maximum duration of an attempt in milliseconds, from the name's resolution to the headers of the response. */
export const attemptMillisMax = 15_000

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body: string
}

/** Sends events to public addresses, and to the networks that the operator allows. */
export class WebhookSender extends Context.Service<WebhookSender, {
  /** Sends a request and returns the outcome. Does not follow redirects and does not read the response's body. */
  readonly send: (request: WebhookRequest) => Effect.Effect<SendOutcome>
}>()("gatehouse/core/webhooks/WebhookSender") {}
