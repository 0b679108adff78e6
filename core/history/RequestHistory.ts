import { Context } from "effect"
import type { Effect } from "effect"
import type { AccountId, KeyId, RequestId } from "../kernel/Ids.ts"
import type { RequestDetails } from "./RequestDetails.ts"
import type { RequestPage, RequestQuery } from "./RequestQuery.ts"

/** Request of an account, for the dashboard. */
export interface RequestRecord {
  /** Version 7 UUID created at `at`; also in the X-Request-Id header. */
  readonly requestId: RequestId
  readonly accountId: AccountId
  readonly keyId: KeyId
  /** Path of the endpoint without the leading slash (`scan/email`). */
  readonly operation: string
  /** HTTP status of the response. */
  readonly status: number
  /** Credits charged. */
  readonly credits: number
  readonly at: Date
  readonly durationMicros: number
  /** Result in one or a few words (`disposable,role`). Null if the request failed. */
  readonly verdict: string | null
  /** Screened value, masked according to the operator's setting. Null if not stored. */
  readonly subject: string | null
}

/** Record with optional details. */
export interface NewRequest extends RequestRecord {
  readonly details?: RequestDetails
}

export interface LimitedRequest {
  readonly accountId: AccountId
  readonly keyId: KeyId
  readonly operation: string
  readonly at: Date
}

export interface RequestSums {
  /** Hours with requests, oldest first. */
  readonly hours: ReadonlyArray<{
    /** Start of the hour. */
    readonly at: Date
    readonly requests: number
    /** Status 400 or higher. */
    readonly refused: number
    readonly credits: number
  }>
  /** Sums over the whole range, by counter name of `RequestTally`. */
  readonly counts: ReadonlyMap<string, number>
}

export class RequestHistory extends Context.Service<RequestHistory, {
  /** Records and counts a request. Returns immediately; a later commit persists it. */
  readonly record: (record: NewRequest) => void
  /**
   * Counts a request as `limited:OPERATION:KEY` in its hour. Nothing else is stored, so a flood cannot fill the disk. Returns
   * immediately; a later commit persists the count, which is lost if the process dies.
   */
  readonly recordLimited: (request: LimitedRequest) => void
  /** Searches requests, newest first. The rows examined per call are limited. */
  readonly search: (query: RequestQuery) => Effect.Effect<RequestPage>
  /** Returns null if the account has no request with this id, or it was deleted. */
  readonly get: (accountId: AccountId, requestId: RequestId) => Effect.Effect<RequestRecord | null>
  /** Returns the requests of this account by id, in one query. */
  readonly getMany: (
    accountId: AccountId,
    requestIds: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyMap<string, RequestRecord>>
  /** Returns the details of those requests that have any. */
  readonly getDetails: (
    accountId: AccountId,
    requestIds: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyMap<string, RequestDetails>>
  /** Returns the counters of hours that start in the range, excluding `to`. */
  readonly sums: (range: { readonly accountId: AccountId; readonly from: Date; readonly to: Date }) => Effect.Effect<
    RequestSums
  >
  /** Returns the number of stored requests and the time of the oldest. */
  readonly storedRange: (
    accountId: AccountId
  ) => Effect.Effect<{ readonly requests: number; readonly oldestAt: Date | null }>
  /** Deletes requests with their details and stored responses. Returns the number deleted. */
  readonly erase: (accountId: AccountId, requestIds: ReadonlyArray<string>) => Effect.Effect<number>
  /** Moves requests and counters from one key id to another. For the erasure of personal data. */
  readonly renameKey: (accountId: AccountId, keyId: KeyId, to: string) => Effect.Effect<void>
  /** Deletes requests and counters of hours that end at or before this date, for one account or all. Returns the number deleted. */
  readonly sweep: (before: Date, accountId?: AccountId) => Effect.Effect<number>
}>()("gatehouse/core/history/RequestHistory") {}
