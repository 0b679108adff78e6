import { Context } from "effect"
import type { Effect } from "effect"
import type { AccountEvent } from "../events/AccountEvent.ts"
import type { AccountId, KeyId, RequestId } from "../kernel/Ids.ts"
import type { RequestDetails } from "./RequestDetails.ts"
import type { RequestPage, RequestQuery } from "./RequestQuery.ts"

/** Request of an account, as shown in the dashboard. */
export interface RequestRecord {
  /** Version 7 UUID created at `at`; also in the X-Request-Id header. */
  readonly requestId: RequestId
  readonly accountId: AccountId
  readonly keyId: KeyId
  /** Path of the endpoint without the leading slash (`scan/email`). */
  readonly operation: string
  /** HTTP status of the response. A request over the rate limit of its key is only counted and has no record. */
  readonly status: number
  /** Credits charged for the request. */
  readonly credits: number
  readonly at: Date
  readonly durationMicros: number
  /** Result in one or a few words (`disposable, role_account`). Null if the request failed. */
  readonly verdict: string | null
  /** Screened value, masked according to the operator's setting. Null if not stored. */
  readonly subject: string | null
}

/** Record to store, with optional details. */
export interface NewRequest extends RequestRecord {
  readonly details?: RequestDetails
  /** Event that the request causes. It is stored in the same commit as the record. */
  readonly event?: AccountEvent
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
    /** Number of requests with status 400 or higher. */
    readonly refused: number
    readonly credits: number
  }>
  /** Sums over the whole range, by counter name of `RequestTally`. */
  readonly counts: ReadonlyMap<string, number>
}

export class RequestHistory extends Context.Service<RequestHistory, {
  /** Records and counts a request. Returns immediately; a later commit stores the record. */
  readonly record: (record: NewRequest) => void
  /** Records and counts a request. The record and its event are durable when the effect completes. */
  readonly recordDurably: (record: NewRequest) => Effect.Effect<void>
  /**
   * Counts a request as `limited:OPERATION:KEY` in its hour. Nothing else is stored, so a flood cannot fill the disk.
   * Returns immediately; a later commit stores the count. If the process dies before the commit, the count is lost.
   */
  readonly recordLimited: (request: LimitedRequest) => void
  /** Searches requests, newest first. Each call examines a limited number of rows. */
  readonly search: (query: RequestQuery) => Effect.Effect<RequestPage>
  /** Returns a request. Null if the account has no request with this ID, or if the request was deleted. */
  readonly get: (accountId: AccountId, requestId: RequestId) => Effect.Effect<RequestRecord | null>
  /** Returns the requests of an account by their IDs, in one query. */
  readonly getMany: (
    accountId: AccountId,
    requestIds: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyMap<string, RequestRecord>>
  /** Returns the details by request ID. Requests without details are absent. */
  readonly getDetails: (
    accountId: AccountId,
    requestIds: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyMap<string, RequestDetails>>
  /** Returns the counters of hours that start in the range, excluding `to`. */
  readonly sums: (range: { readonly accountId: AccountId; readonly from: Date; readonly to: Date }) => Effect.Effect<
    RequestSums
  >
  /** Returns the number of stored requests and the time of the oldest one. */
  readonly storedRange: (
    accountId: AccountId
  ) => Effect.Effect<{ readonly requests: number; readonly oldestAt: Date | null }>
  /** Deletes requests with their details and stored responses. Returns the number of deleted requests. */
  readonly erase: (accountId: AccountId, requestIds: ReadonlyArray<string>) => Effect.Effect<number>
  /** Moves requests and counters from one key ID to another. Used to erase personal data. */
  readonly renameKey: (accountId: AccountId, keyId: KeyId, to: string) => Effect.Effect<void>
  /**
   * Deletes requests and counters of hours that end at or before a time, for one account or all accounts. Returns the
   * number of deleted requests.
   */
  readonly sweep: (before: Date, accountId?: AccountId) => Effect.Effect<number>
}>()("gatehouse/core/history/RequestHistory") {}
