import { Context } from "effect"
import type { Effect } from "effect"
import type { AccountId, KeyId, RequestId } from "../kernel/Ids.ts"
import type { RequestDetails } from "./RequestDetails.ts"
import type { RequestPage, RequestQuery } from "./RequestQuery.ts"

/** One request of an account, as its dashboard shows it. */
export interface RequestRecord {
  /** UUID of version 7, made at `at`; as in the X-Request-Id header. */
  readonly requestId: RequestId
  readonly accountId: AccountId
  readonly keyId: KeyId
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

/** A record with what else is kept of it. */
export interface NewRequest extends RequestRecord {
  readonly details?: RequestDetails
}

/** A request that the rate limit of a key refused. */
export interface LimitedRequest {
  readonly accountId: AccountId
  readonly keyId: KeyId
  readonly operation: string
  readonly at: Date
}

/** What was counted in a stretch of time. */
export interface RequestSums {
  /** Hours in which something was asked, oldest first. */
  readonly hours: ReadonlyArray<{
    /** Its beginning. */
    readonly at: Date
    readonly requests: number
    /** With a status of 400 and more. */
    readonly refused: number
    readonly credits: number
  }>
  /** By the names of `RequestTally`, over all of them. */
  readonly counts: ReadonlyMap<string, number>
}

export class RequestHistory extends Context.Service<RequestHistory, {
  /** Returns at once; written with one of the next commits, and counted with it. */
  readonly record: (record: NewRequest) => void
  /**
   * Counts a request as `limited:OPERATION:KEY` of its hour, and keeps nothing else of it: a flood of them must not fill the disk.
   * Returns at once; those of a moment are written as one number with one of the next commits, and lost where the process dies.
   */
  readonly limited: (request: LimitedRequest) => void
  /** Newest first. What one call looks through is bounded. */
  readonly search: (query: RequestQuery) => Effect.Effect<RequestPage>
  /** Null when there is none of this id in this account, or no more. */
  readonly get: (accountId: AccountId, requestId: RequestId) => Effect.Effect<RequestRecord | null>
  /** Those of the requests that are in this account, by their ids; all are found at once. */
  readonly several: (
    accountId: AccountId,
    requestIds: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyMap<string, RequestRecord>>
  /** Of those of the requests that have some. */
  readonly details: (
    accountId: AccountId,
    requestIds: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyMap<string, RequestDetails>>
  /** Counts of the hours that begin from `from` on and before `to`. */
  readonly sums: (range: { readonly accountId: AccountId; readonly from: Date; readonly to: Date }) => Effect.Effect<
    RequestSums
  >
  /** How many are kept, and when the oldest was asked. */
  readonly kept: (accountId: AccountId) => Effect.Effect<{ readonly requests: number; readonly oldestAt: Date | null }>
  /** Removes these, with their details and the answers that are kept of them; returns how many there were. */
  readonly erase: (accountId: AccountId, requestIds: ReadonlyArray<string>) => Effect.Effect<number>
  /** Keeps what was asked under a key, and what was counted of it, under another. For the erasure of somebody's data. */
  readonly renameKey: (accountId: AccountId, keyId: KeyId, to: string) => Effect.Effect<void>
  /** Forgets the requests and counts of the hours that end at `before` or earlier, of one account or of all; returns how many. */
  readonly sweep: (before: Date, accountId?: AccountId) => Effect.Effect<number>
}>()("gatehouse/core/history/RequestHistory") {}
