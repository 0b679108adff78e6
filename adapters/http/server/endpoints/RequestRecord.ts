import type { Operation } from "../../../../core/credits/CostTable.ts"
import { refusalKept, type RefusalSaid } from "../../../../core/history/RequestDetails.ts"
import type { NewRequest, RequestHistory } from "../../../../core/history/RequestHistory.ts"
import type { RequestId } from "../../../../core/kernel/Ids.ts"
import type { RateDecision } from "../../../../core/keys/RateLimit.ts"
import { apiKeyOf } from "../../../../core/requests/TriedBy.ts"
import type { Exchange } from "../messages/Exchange.ts"
import type { Caller, HistoryNote } from "./Binding.ts"
import type { Observer } from "./Observer.ts"

/** What is known about a request so far. Later steps add to it, and every response is made from it. */
export interface RequestContext {
  readonly exchange: Exchange
  readonly requestId: RequestId
  /** In milliseconds since 1970. */
  readonly at: number
  /** By `performance.now()`. */
  readonly startedAt: number
  /** Null until the request is authenticated. */
  caller: Caller | null
  rate: RateDecision | undefined
  /** Names of the body's fields; empty until it is read. */
  sent: ReadonlyArray<string>
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

  /** Returns the record of a success. Charged requests store it in the commit of the charge. */
  success(
    context: RequestContext,
    caller: Caller,
    status: number,
    credits: number,
    note: HistoryNote | null
  ): NewRequest {
    const details = this.observer.detailsKept(note?.details)
    const record = this.recordOf(context, caller, status, credits, note)
    return details === undefined ? record : { ...record, details: { ...details, sent: context.sent } }
  }

  /** Stores a record that no commit carries. */
  store(record: NewRequest): void {
    this.history.record(record)
  }

  /**
   * Stores a refusal. Rate-limited requests are counted, not stored, so that a flood cannot fill the disk; those that a
   * member makes in the dashboard are not counted, since the member sees them there.
   */
  refusal(context: RequestContext, caller: Caller, status: number, said: RefusalSaid): void {
    if (status !== 429) {
      const details = { score: null, reasons: [], facts: {}, sent: context.sent, refusal: refusalKept(said) }
      return this.history.record({ ...this.recordOf(context, caller, status, 0, null), details })
    }
    const { accountId, keyId } = caller
    if (apiKeyOf(keyId) === null) return
    this.history.limited({ accountId, keyId, operation: this.operation, at: new Date(context.at) })
  }

  private recordOf(
    { at, requestId, startedAt }: RequestContext,
    { accountId, keyId }: Caller,
    status: number,
    credits: number,
    note: HistoryNote | null
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
      subject: this.observer.subjectKept(note?.subject ?? null)
    }
  }
}
