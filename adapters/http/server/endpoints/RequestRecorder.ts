import { Effect } from "effect"
import type { Operation } from "../../../../core/credits/CostTable.ts"
import { eventOfRequest } from "../../../../core/events/AccountEvent.ts"
import { type RecordedRefusal, storableRefusal } from "../../../../core/history/RequestDetails.ts"
import type { NewRequest, RequestHistory } from "../../../../core/history/RequestHistory.ts"
import type { RequestId } from "../../../../core/kernel/Ids.ts"
import type { RateDecision } from "../../../../core/keys/RateLimit.ts"
import { apiKeyIdOf } from "../../../../core/requests/MemberKeyId.ts"
import type { HttpExchange } from "../messages/HttpExchange.ts"
import type { Observer } from "./Observer.ts"
import type { Caller, HistorySummary } from "./Route.ts"

/** State of a request. The steps of the endpoint add to this state, and every response is built from it. */
export interface RequestContext {
  readonly exchange: HttpExchange
  readonly requestId: RequestId
  /** Start of the request in milliseconds since 1970-01-01 UTC. */
  readonly at: number
  /** Start of the request as a `performance.now()` value. */
  readonly startedAt: number
  /** Authenticated caller; null until the request is authenticated. */
  caller: Caller | null
  rateDecision: RateDecision | undefined
  /** Names of the body's fields; empty until the body is read. */
  fieldNames: ReadonlyArray<string>
}

/** Records the requests of one endpoint for the request history. */
export class RequestRecorder {
  private readonly history: RequestHistory["Service"]
  private readonly observer: Observer["Service"]
  private readonly operation: Operation

  constructor(history: RequestHistory["Service"], observer: Observer["Service"], operation: Operation) {
    this.history = history
    this.observer = observer
    this.operation = operation
  }

  /** Returns the record of a successful request. For a charged request, the commit of the charge stores the record. */
  successRecord(
    context: RequestContext,
    caller: Caller,
    status: number,
    credits: number,
    note: HistorySummary | null
  ): NewRequest {
    const details = this.observer.toStoredDetails(note?.details)
    const plain = this.recordOf(context, caller, status, credits, note)
    const record = note?.event === undefined ? plain : { ...plain, event: eventOfRequest(plain, note.event) }
    return details === undefined ? record : { ...record, details: { ...details, sent: context.fieldNames } }
  }

  /**
   * Stores the record of a request that is not charged. A record with an event is durable before the response. Once the
   * caller has the response, the event cannot be lost.
   */
  store(record: NewRequest): Effect.Effect<void> {
    if (record.event !== undefined) return this.history.recordDurably(record)
    this.history.record(record)
    return Effect.void
  }

  /**
   * Stores the record of a refused request. Rate-limited requests are counted, not stored, so that a flood cannot fill
   * the disk. Rate-limited requests from the dashboard are not counted either, because the member sees the refusal
   * there.
   */
  recordRefusal(context: RequestContext, caller: Caller, status: number, refusal: RecordedRefusal): void {
    if (status !== 429) {
      const details = {
        score: null,
        reasons: [],
        facts: {},
        sent: context.fieldNames,
        refusal: storableRefusal(refusal)
      }
      return this.history.record({ ...this.recordOf(context, caller, status, 0, null), details })
    }
    const { accountId, keyId } = caller
    if (apiKeyIdOf(keyId) === null) return
    this.history.recordLimited({ accountId, keyId, operation: this.operation, at: new Date(context.at) })
  }

  private recordOf(
    { at, requestId, startedAt }: RequestContext,
    { accountId, keyId }: Caller,
    status: number,
    credits: number,
    note: HistorySummary | null
  ): NewRequest {
    return {
      requestId,
      accountId,
      keyId,
      operation: this.operation,
      status,
      credits,
      at: new Date(at),
      durationMicros: Math.round((performance.now() - startedAt) * 1000),
      verdict: note?.verdict ?? null,
      subject: this.observer.toStoredSubject(note?.subject ?? null)
    }
  }
}
