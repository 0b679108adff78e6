/** Upper bound in milliseconds of a retry delay without `Retry-After`. */
export const backoffMillisMax = 20_000
/** Upper bound in milliseconds of the random delay that is added to `Retry-After`. */
export const retryAfterJitterMillisMax = 1_000

/** Clock, delays and randomness of a client. */
export interface Timing {
  /** Milliseconds of a clock that never goes backward. */
  readonly now: () => number
  /** Returns a random number from 0 to 1. */
  readonly random: () => number
  /** Resolves after the delay, or as soon as the signal aborts. */
  readonly sleep: (millis: number, signal: AbortSignal | undefined) => Promise<void>
}

export const systemTiming: Timing = {
  now: () => performance.now(),
  random: () => Math.random(),
  sleep: (millis, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener("abort", end)
        resolve()
      }
      const timer = setTimeout(end, millis)
      if (signal?.aborted === true) end()
      else signal?.addEventListener("abort", end, { once: true })
    })
}

export interface DelayInput {
  /** Attempts so far. */
  readonly attempts: number
  readonly backoffMillis: number
  readonly retryAfterSeconds: number | null
  readonly random: number
}

/**
 * Returns the milliseconds before the next attempt: random up to a bound that doubles with each attempt, or
 * `Retry-After` and a little more. The randomness spreads clients that failed at the same time.
 */
export const retryDelayMillis = ({ attempts, backoffMillis, random, retryAfterSeconds }: DelayInput): number => {
  const bound = Math.min(backoffMillisMax, backoffMillis * 2 ** (attempts - 1))
  return retryAfterSeconds === null
    ? random * bound
    : retryAfterSeconds * 1_000 + random * Math.min(bound, retryAfterJitterMillisMax)
}
