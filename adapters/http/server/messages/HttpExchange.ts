import { Data, type Effect } from "effect"
import type { AccountId, RequestId } from "../../../../core/kernel/Ids.ts"

/** The body exceeds the limit of the endpoint. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge")<{ readonly bytesMax: number }> {
  override get message(): string {
    return `The body is too large. The limit is ${this.bytesMax} bytes.`
  }
}

/** The connection closed before the body was complete, so no client can receive a response. */
export class BodyAborted extends Data.TaggedError("BodyAborted")<{}> {
  override get message(): string {
    return "The connection closed before the body was complete."
  }
}

/** The client disconnected before the response was sent, so the remaining work is useless. */
export class ClientDisconnected extends Data.TaggedError("ClientDisconnected")<{}> {
  override get message(): string {
    return "The client disconnected before the response was sent."
  }
}

/** HTTP request as the endpoints see it, independent of the server's HTTP module. */
export interface HttpExchange {
  readonly method: string
  /** Path without the query. */
  readonly path: string
  /** Query without the question mark. */
  readonly query: string
  /** Address of the other end of the socket, which may be a proxy. */
  readonly remoteAddress: string
  /** Address of the client. Forwarded addresses are used only if a trusted proxy sent them. */
  readonly clientAddress: string
  /**
   * Whether the client is within its limit of requests in progress. Only clients behind a trusted proxy have such a
   * limit.
   */
  readonly isWithinConcurrencyLimit: boolean
  /**
   * Returns a header by its lowercase name, or undefined if it is absent. The value is empty if a header that may occur
   * only once is repeated.
   */
  readonly header: (name: string) => string | undefined
  /**
   * Passes each chunk of the body to `take`, and fails if the body exceeds `bytesMax`. Call this method at most once.
   * If the body is already buffered, `take` is called before the method returns.
   */
  readonly readBody: (
    bytesMax: number,
    take: (chunk: Uint8Array) => void
  ) => Effect.Effect<void, BodyTooLarge | BodyAborted>
  /** Fails as soon as the client disconnects. */
  readonly whenDisconnected: Effect.Effect<never, ClientDisconnected>
}

/** Response of an endpoint. Names and values alternate in `headers`. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Array<string>
  readonly body: string
  /** Charge that the ledger holds until this response is delivered; null if nothing was charged. */
  readonly inFlight: InFlightCharge | null
  /** Whether the connection closes after the response, because the request was not read to its end. */
  readonly closesConnection: boolean
}

export interface InFlightCharge {
  readonly requestId: RequestId
  readonly accountId: AccountId
}

/** Handler for the requests of one path. */
export type Endpoint<R> = (exchange: HttpExchange) => Effect.Effect<HttpResponse, never, R>

/** Headers that may occur only once. If they were repeated, a proxy and this server could read different values. */
export const singletonHeaders: ReadonlySet<string> = new Set(["api-key", "idempotency-key"])
