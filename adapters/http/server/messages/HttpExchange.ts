import { Data, type Effect } from "effect"
import type { AccountId, RequestId } from "../../../../core/kernel/Ids.ts"

/** The body exceeds the limit of the endpoint. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge")<{ readonly bytesMax: number }> {
  override get message(): string {
    return `The body is too large. The limit is ${this.bytesMax} bytes.`
  }
}

/** The connection ended before the body was complete, so there is no client left to answer. */
export class BodyAborted extends Data.TaggedError("BodyAborted")<{}> {
  override get message(): string {
    return "The connection closed before the body was complete."
  }
}

/** The connection ended before the response, so the work for it is useless. */
export class ClientDisconnected extends Data.TaggedError("ClientDisconnected")<{}> {
  override get message(): string {
    return "The client disconnected before the response was sent."
  }
}

/** One request, as the endpoints see it. */
export interface HttpExchange {
  readonly method: string
  /** Path without the query. */
  readonly path: string
  /** Query without the question mark. */
  readonly query: string
  /** Address of the other end of the socket, which may be a proxy. */
  readonly remoteAddress: string
  /** Address of the client; forwarded addresses count only from trusted proxies. */
  readonly clientAddress: string
  /** False when the client, behind a trusted proxy, has too many requests in progress. */
  readonly isWithinConcurrencyLimit: boolean
  /** Looks up a header by its lowercase name. Undefined when it is absent; empty when a header that may occur only once is repeated. */
  readonly header: (name: string) => string | undefined
  /**
   * Passes each chunk of the body to `take` until the body ends or exceeds the limit; the rest is not read. Call it once. A body that is
   * already buffered is passed before this returns.
   */
  readonly readBody: (
    bytesMax: number,
    take: (chunk: Uint8Array) => void
  ) => Effect.Effect<void, BodyTooLarge | BodyAborted>
  /** Fails as soon as the client disconnects. */
  readonly whenDisconnected: Effect.Effect<never, ClientDisconnected>
}

/** Response. Header names and values alternate in `headers`. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Array<string>
  readonly body: string
  /** Charge that the ledger holds until this response is delivered; null if nothing was charged. */
  readonly inFlight: InFlightCharge | null
  /** The request was not read to its end, so the connection cannot carry another. */
  readonly closesConnection: boolean
}

export interface InFlightCharge {
  readonly requestId: RequestId
  readonly accountId: AccountId
}

/** Handler for the requests of one path. */
export type Endpoint<R> = (exchange: HttpExchange) => Effect.Effect<HttpResponse, never, R>
