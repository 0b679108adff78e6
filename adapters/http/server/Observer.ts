import { Context, Effect, Layer, Metric } from "effect"
import { InsufficientCredits } from "../../../core/credits/CreditsFailure.ts"
import type { Balance } from "../../../core/credits/Ledger.ts"
import type { Ledger } from "../../../core/ports/Ledger.ts"

/** Accounts whose last balance is remembered. */
export const balancesKnownMax = 10_000

export interface ObserverOptions {
  readonly subjects: "masked" | "full" | "none"
  readonly accessLog: "all" | "errors" | "off"
}

/** What the server notices while it answers: counts and times, subjects for the history, balances it has seen. */
export class Observer extends Context.Service<Observer, {
  readonly answered: (operation: string, status: number, millis: number) => void
  /** An email address, URL or file name, as the operator wants it kept. */
  readonly subjectKept: (subject: string | null) => string | null
  /**
   * The failure of an account that cannot pay, or null. The last balance seen is only a hint that it can: the ledger
   * decides when it charges. That it cannot is always read from the ledger.
   */
  readonly affords: (ledger: Ledger["Service"], accountId: string, credits: number) => Effect.Effect<InsufficientCredits | null>
  readonly balanceSeen: (accountId: string, balance: Balance) => void
}>()("gatehouse/adapters/http/server/Observer") {
  static readonly layer = (options: ObserverOptions) => Layer.effect(Observer, Effect.map(Effect.context(), (context) => make(options, context)))
}

const requests = Metric.counter("gatehouse_requests_total", { description: "Answers, by operation and status.", incremental: true })

/** Upper bounds in milliseconds. */
const durations = Metric.histogram("gatehouse_request_duration_millis", {
  description: "Time from the first byte of the request to its answer, by operation.",
  boundaries: [0.5, 1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]
})

const make = (options: ObserverOptions, context: Context.Context<never>): Observer["Service"] => {
  const balances = new Map<string, number>()
  const counters = new Map<string, { count: typeof requests; time: typeof durations }>()

  const counterOf = (operation: string, status: number) => {
    const name = `${operation} ${status}`
    let counter = counters.get(name)
    if (counter === undefined) {
      counter = {
        count: Metric.withAttributes(requests, { operation, status: String(status) }),
        time: Metric.withAttributes(durations, { operation })
      }
      counters.set(name, counter)
    }
    return counter
  }

  return {
    answered: (operation, status, millis) => {
      const { count, time } = counterOf(operation, status)
      count.updateUnsafe(1, context)
      time.updateUnsafe(millis, context)
    },
    subjectKept: (subject) => subject === null || options.subjects === "none" ? null : options.subjects === "full" ? subject : mask(subject),
    affords: (ledger, accountId, credits) => {
      if ((balances.get(accountId) ?? 0) >= credits) return Effect.succeed(null)
      return Effect.map(ledger.balance(accountId), ({ available }) =>
        available >= credits ? null : new InsufficientCredits({ needed: credits, available }))
    },
    balanceSeen: (accountId, { available }) => {
      if (balances.size >= balancesKnownMax && !balances.has(accountId)) balances.clear()
      balances.set(accountId, available)
    }
  }
}

/** `ann@example.com` → `a***@example.com`; a URL keeps its host; a file name its ending. */
export const mask = (subject: string): string => {
  const at = subject.lastIndexOf("@")
  if (at > 0 && !subject.includes("/")) return `${[...subject][0]}***${subject.slice(at)}`
  const host = /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(subject)?.[1]
  if (host !== undefined) return `${host}/***`
  const dot = subject.lastIndexOf(".")
  return dot > 0 ? `***${subject.slice(dot)}` : "***"
}
