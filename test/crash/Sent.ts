import type { Reply } from "./Client.ts"

/** Clients that send at the same time. */
export const clientsCount = 32

/** One request as a client saw it. */
export interface Sent {
  readonly path: string
  readonly body: unknown
  readonly credits: number
  /** The Idempotency-Key, if it had one. */
  readonly key: string | null
  /** Null: the connection ended before the answer was whole. */
  reply: Reply | null
}

export interface Retry {
  readonly sent: Sent
  readonly reply: Reply
}
