import { Data, type Effect } from "effect"
import type { AccountId, RequestId } from "../../../../core/kernel/Ids.ts"

/** The body is longer than the endpoint takes. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge")<{ readonly bytesMax: number }> {
  override get message(): string {
    return `The body may not be larger than ${this.bytesMax} bytes.`
  }
}

/** The connection ended before the body did. Nobody is left to answer. */
export class BodyAborted extends Data.TaggedError("BodyAborted")<{}> {
  override get message(): string {
    return "The body did not arrive whole."
  }
}

/** The connection ended before the answer: what was being done for it is of no use to anybody any more. */
export class CallerGone extends Data.TaggedError("CallerGone")<{}> {
  override get message(): string {
    return "The connection ended before the answer."
  }
}

/** One request, as far as the endpoints need to know it. */
export interface Exchange {
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** What stands behind the question mark. */
  readonly query: string
  /** The other end of the socket; a proxy's where there is one. */
  readonly remoteAddress: string
  /** Of who asks, as far as the proxies in front are trusted. */
  readonly clientAddress: string
  /** False when the client, behind a trusted proxy, has too many requests in progress. */
  readonly isWithinLimit: boolean
  /** A header by its lower-case name; undefined when it is absent, empty when it may stand once and was sent more often. */
  readonly header: (name: string) => string | undefined
  /**
   * Feeds each piece of the body to `take`, until it ends or exceeds the limit; the rest is not read. Called once; a body
   * that is there already is fed before this returns.
   */
  readonly readBody: (
    bytesMax: number,
    take: (piece: Uint8Array) => void
  ) => Effect.Effect<void, BodyTooLarge | BodyAborted>
  /** Fails as soon as nobody waits for the answer. */
  readonly whenGone: Effect.Effect<never, CallerGone>
}

/** What goes back. Header names and values alternate. */
export interface Answer {
  readonly status: number
  readonly headers: Array<string>
  readonly body: string
  /** The request that is in flight in the ledger until this answer has left; null when nothing was taken. */
  readonly inFlight: InFlightCharge | null
  /** The request was not read to its end: the connection cannot carry another. */
  readonly closes: boolean
}

export interface InFlightCharge {
  readonly requestId: RequestId
  readonly accountId: AccountId
}

/** Answers the requests of one path. */
export type Endpoint<R> = (exchange: Exchange) => Effect.Effect<Answer, never, R>
