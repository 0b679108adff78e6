import { Context, Effect, Layer, Metric } from "effect"
import type { Ledger } from "../../../../core/credits/Ledger.ts"
import { type Balance, InsufficientCredits } from "../../../../core/credits/LedgerRules.ts"
import { maskSubject } from "../../../../core/history/MaskSubject.ts"
import type { RequestDetails } from "../../../../core/history/RequestDetails.ts"
import type { AccountId } from "../../../../core/kernel/Ids.ts"

/** Maximum number of accounts whose last balance is cached. */
export const balancesCachedMax = 10_000

export interface ObserverOptions {
  readonly subjects: "masked" | "full" | "none"
}

/** Observations of the endpoints: request counts and times, subjects for the history, and a cache of balances. */
export class Observer extends Context.Service<Observer, {
  readonly recordResponse: (operation: string, status: number, millis: number) => void
  /** Converts an email address, URL or file name to the form that the operator chose to store. */
  readonly toStoredSubject: (subject: string | null) => string | null
  /** Returns the findings to store. If subjects are not stored, findings are not either. */
  readonly toStoredDetails: (details: RequestDetails | undefined) => RequestDetails | undefined
  /** Reports whether the cached balance suffices. It is only a hint: the ledger decides when it charges. */
  readonly isCachedBalanceEnough: (accountId: AccountId, credits: number) => boolean
  /** Reads the balance from the ledger and fails if the account cannot pay. */
  readonly requireBalance: (
    ledger: Ledger["Service"],
    accountId: AccountId,
    credits: number
  ) => Effect.Effect<void, InsufficientCredits>
  readonly cacheBalance: (accountId: AccountId, balance: Balance) => void
}>()("gatehouse/adapters/http/server/endpoints/Observer") {
  static readonly layer = (options: ObserverOptions) =>
    Layer.effect(Observer, Effect.map(Effect.context(), (context) => make(options, context)))
}

/** Each series is a separate metric, because attributes added later are merged again on every update. */
const requests = (operation: string, status: number) =>
  Metric.counter("gatehouse_requests_total", {
    description: "Responses, by operation and status.",
    attributes: { operation, status: String(status) },
    incremental: true
  })

/** Upper bounds in milliseconds. */
const boundaries = [0.5, 1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]

const durations = (operation: string) =>
  Metric.histogram("gatehouse_request_duration_millis", {
    description: "Time from the first byte of the request to the response, by operation.",
    attributes: { operation },
    boundaries
  })

interface OperationMetrics {
  readonly count: ReturnType<typeof requests>
  readonly time: ReturnType<typeof durations>
}

const make = (options: ObserverOptions, context: Context.Context<never>): Observer["Service"] => {
  const balances = new Map<string, number>()
  const counters = new Map<string, Map<number, OperationMetrics>>()

  const metricsOf = (operation: string, status: number): OperationMetrics => {
    let statuses = counters.get(operation)
    if (statuses === undefined) counters.set(operation, statuses = new Map())
    let metrics = statuses.get(status)
    if (metrics === undefined) {
      metrics = {
        count: requests(operation, status),
        time: durations(operation)
      }
      statuses.set(status, metrics)
    }
    return metrics
  }

  return {
    recordResponse: (operation, status, millis) => {
      const { count, time } = metricsOf(operation, status)
      count.updateUnsafe(1, context)
      time.updateUnsafe(millis, context)
    },
    toStoredSubject: (subject) =>
      subject === null || options.subjects === "none"
        ? null
        : toStorableText(options.subjects === "full" ? subject : maskSubject(subject)),
    toStoredDetails: (details) => options.subjects === "none" ? undefined : details,
    isCachedBalanceEnough: (accountId, credits) => (balances.get(accountId) ?? 0) >= credits,
    requireBalance: (ledger, accountId, credits) =>
      Effect.flatMap(
        ledger.balance(accountId),
        ({ available }) =>
          available >= credits ? Effect.void : Effect.fail(new InsufficientCredits({ needed: credits, available }))
      ),
    cacheBalance: (accountId, { available }) => {
      if (balances.size >= balancesCachedMax && !balances.has(accountId)) balances.clear()
      balances.set(accountId, available)
    }
  }
}

/**
 * Replaces NUL, which PostgreSQL text cannot contain, and lone surrogates, which its JSON cannot contain. One such row would fail its whole
 * group.
 */
const toStorableText = (text: string): string =>
  /[\0\ud800-\udfff]/.test(text) ? text.replaceAll("\0", "\ufffd").toWellFormed() : text
