import type { RawResponse } from "./KeepAliveClient.ts"

/** Number of clients that send concurrently. */
export const clientsCount = 32

/** A request, and the response that the client received. */
export interface SentRequest {
  readonly path: string
  readonly body: unknown
  readonly credits: number
  /** The Idempotency-Key, if any. */
  readonly key: string | null
  /** Null if the connection ended before the response was complete. */
  reply: RawResponse | null
}

export interface Retry {
  readonly sent: SentRequest
  readonly reply: RawResponse
}
