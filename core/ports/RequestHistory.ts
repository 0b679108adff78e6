import { Context } from "effect"
import type { Effect } from "effect"

/** One request of an account, as its dashboard shows it. */
export interface RequestRecord {
  /** UUID, as in the X-Request-Id header. */
  readonly requestId: string
  readonly accountId: string
  readonly keyId: string
  /** The endpoint's path without the leading slash (`scan/email`). */
  readonly operation: string
  /** HTTP status of the answer. */
  readonly status: number
  /** Credits charged. */
  readonly credits: number
  readonly at: Date
  readonly durationMicros: number
  /** What was found, in one word or a few (`disposable,role`); null when the request failed. */
  readonly verdict: string | null
  /** What was asked about, masked as the operator chose; null when nothing is kept. */
  readonly subject: string | null
}

export class RequestHistory extends Context.Service<RequestHistory, {
  /** Returns at once; written with one of the next commits. */
  readonly record: (record: RequestRecord) => void
  /** Newest first. */
  readonly list: (filter: {
    readonly accountId: string
    readonly operation?: string
    readonly status?: number
    /** Only records older than this request id. */
    readonly before?: string
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<RequestRecord>>
  /** Forgets records older than `before`; returns how many. */
  readonly sweep: (before: Date) => Effect.Effect<number>
}>()("gatehouse/core/ports/RequestHistory") {}
