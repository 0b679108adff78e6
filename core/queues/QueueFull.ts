import { Schema } from "effect"
import type { QueueRejection } from "./FairQueue.ts"

/** Name of a queue. */
export type QueueName = "documents" | "downloads" | "leads"

/** Why work was rejected: no place in the queue, or no turn in time. */
export type RejectionReason = QueueRejection | "time"

/** The work got no place in its queue, or no turn in time. It was not started. */
export class QueueFull extends Schema.TaggedError<QueueFull>()("QueueFull", {
  retryAfterSeconds: Schema.Int,
  message: Schema.String
}) {}

const retry = "Wait for the time in Retry-After, then retry."

const messages: Readonly<Record<RejectionReason, (queue: QueueName) => string>> = {
  key: (queue) => `This API key has too many ${queue} waiting. ${retry}`,
  server: (queue) => `Too many ${queue} are waiting on this server. ${retry}`,
  time: (queue) => `This request waited too long behind other ${queue}. ${retry}`
}

export const makeQueueFull = (queue: QueueName, why: RejectionReason, retryAfterSeconds: number): QueueFull =>
  new QueueFull({ retryAfterSeconds, message: messages[why](queue) })
