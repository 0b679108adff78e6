import { Context, Effect, Layer } from "effect"
import type { Operation } from "../../../../core/credits/CostTable.ts"
import type { Ledger } from "../../../../core/credits/Ledger.ts"
import { type Balance, InsufficientCredits } from "../../../../core/credits/LedgerRules.ts"
import { maskSubject } from "../../../../core/history/MaskSubject.ts"
import type { RequestDetails } from "../../../../core/history/RequestDetails.ts"
import type { AccountId } from "../../../../core/kernel/Ids.ts"
import { RequestMetrics } from "./RequestMetrics.ts"

/** Maximum number of accounts whose last balance is cached. */
export const balancesCachedMax = 10_000

export interface ObserverOptions {
  readonly subjects: "masked" | "full" | "none"
}

/** Provides the metrics of requests, prepares subjects and findings for the history, and caches balances. */
export class Observer extends Context.Service<Observer, {
  readonly metricsOf: (operation: Operation) => RequestMetrics
  /** Converts an email address, URL or file name to the form to store: masked, in full, or null. */
  readonly toStoredSubject: (subject: string | null) => string | null
  /** Returns the findings to store; undefined if the operator stores no subjects. */
  readonly toStoredDetails: (details: RequestDetails | undefined) => RequestDetails | undefined
  /**
   * Reports whether the cached balance suffices. This is only a hint: the ledger checks the balance when it charges.
   */
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

const make = (options: ObserverOptions, context: Context.Context<never>): Observer["Service"] => {
  const balances = new Map<string, number>()
  const metrics = new Map<string, RequestMetrics>()

  return {
    metricsOf: (operation) => {
      let known = metrics.get(operation)
      if (known === undefined) metrics.set(operation, known = new RequestMetrics(operation, context))
      return known
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
 * Replaces NUL and lone surrogates with U+FFFD.
 *
 * PostgreSQL cannot store NUL in text, or lone surrogates in JSON. One row with such a character would make the commit
 * of all rows in its group fail.
 */
const toStorableText = (text: string): string =>
  /[\0\ud800-\udfff]/.test(text) ? text.replaceAll("\0", "\ufffd").toWellFormed() : text
