import { attemptsStoredMax, type DeliveryAttempt, type DeliveryState, type WebhookDelivery } from "./WebhookDelivery.ts"
import type { DisabledReason } from "./WebhookEndpoint.ts"

/** Delay after the first failed attempt, in milliseconds. Each further delay is `retryFactor` times as long. */
export const retryMillisMin = 5_000
export const retryFactor = 3
/** Maximum delay between two attempts, even if the receiver asks for a longer one: 3 hours. */
export const retryMillisMax = 3 * 3_600_000
/** Maximum share by which a delay is lengthened or shortened at random, so that many retries do not coincide. */
export const retryJitter = 0.2
/** Time after the first attempt at which the last one is made: 24 hours. */
export const retryWindowMillis = 24 * 3_600_000
/** Time after which an endpoint without a success is disabled. */
export const failingMillisMax = 24 * 3_600_000

/** Response of a receiver, or the reason why there is none. */
export type SendOutcome =
  | {
    readonly status: number
    /** Delay that the receiver asks for (`Retry-After`), in milliseconds. Null without the header. */
    readonly retryAfterMillis: number | null
  }
  | { readonly status: null; readonly error: string }

export const isDelivered = ({ status }: Pick<SendOutcome, "status">): boolean =>
  status !== null && status >= 200 && status < 300

/** Status with which a receiver unsubscribes (Standard Webhooks). */
const goneStatus = 410

/** Changes of a delivery after an attempt. */
export interface AttemptResult {
  readonly state: DeliveryState
  readonly nextAttemptAt: Date | null
  readonly tries: number
  readonly triesFrom: Date
  readonly attempts: ReadonlyArray<DeliveryAttempt>
}

/**
 * Returns the state of a delivery after an attempt. This function is pure.
 *
 * @param random number from 0 to 1, which determines the jitter
 */
export const afterAttempt = (
  delivery: Pick<WebhookDelivery, "attempts" | "tries" | "triesFrom">,
  { at, millis }: Pick<DeliveryAttempt, "at" | "millis">,
  outcome: SendOutcome,
  random: number
): AttemptResult => {
  const triesFrom = delivery.triesFrom ?? at
  const tries = delivery.tries + 1
  const attempt = { at, millis, status: outcome.status, error: errorOf(outcome) }
  const attempts = [...delivery.attempts, attempt].slice(-attemptsStoredMax)
  const nextAttemptAt = isDelivered(outcome) || outcome.status === goneStatus
    ? null
    : nextAttempt({ tries, triesFrom, at, millis, outcome }, random)
  const state = isDelivered(outcome) ? "delivered" : nextAttemptAt === null ? "failed" : "pending"
  return { state, nextAttemptAt, tries, triesFrom, attempts }
}

interface Failure {
  readonly tries: number
  readonly triesFrom: Date
  readonly at: Date
  readonly millis: number
  readonly outcome: SendOutcome
}

/** Returns the time of the next attempt. Null after the attempt at the end of the window. */
const nextAttempt = ({ at, millis, outcome, tries, triesFrom }: Failure, random: number): Date | null => {
  const end = triesFrom.getTime() + retryWindowMillis
  if (at.getTime() >= end) return null
  const delay = Math.min(retryMillisMin * retryFactor ** (tries - 1), retryMillisMax) *
    (1 + retryJitter * (2 * random - 1))
  const requested = outcome.status === null ? 0 : Math.min(outcome.retryAfterMillis ?? 0, retryMillisMax)
  return new Date(Math.min(Math.ceil(at.getTime() + millis + Math.max(delay, requested)), end))
}

const errorOf = (outcome: SendOutcome): string | null => {
  if (outcome.status === null) return outcome.error
  if (isDelivered(outcome)) return null
  return outcome.status >= 300 && outcome.status < 400
    ? `The endpoint redirects (status ${outcome.status}), which Gatehouse does not follow. Set the final URL.`
    : `The endpoint answered with status ${outcome.status}.`
}

/**
 * Returns why an attempt disables its endpoint, or null.
 *
 * @param failingSince time of the endpoint's first failed attempt since its last success
 */
export const disablesEndpoint = (
  outcome: SendOutcome,
  failingSince: Date | null,
  at: Date
): Extract<DisabledReason, "failing" | "gone"> | null => {
  if (outcome.status === goneStatus) return "gone"
  return failingSince !== null && at.getTime() - failingSince.getTime() >= failingMillisMax ? "failing" : null
}
