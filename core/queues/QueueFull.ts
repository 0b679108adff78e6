import { Schema } from "effect"
import type { QueueRejection } from "./FairQueue.ts"

export type QueueName = "documents" | "downloads" | "leads"

/** Reason why work was rejected: the queue did not accept it, or it waited too long. */
export type RejectionReason = QueueRejection | "time"

/** Error for work that was rejected by its queue, or waited too long. The work was not started. */
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
