import { Context, type Effect } from "effect"

/** Number of attempts without a delay, and the delays of further attempts. */
export interface AttemptLimits {
  /** Length of the time window in milliseconds. Older failures are ignored. */
  readonly windowMillis: number
  /** Number of failures within the window from which further attempts are delayed. */
  readonly freeAttempts: number
  /**
   * Milliseconds between the last failure and the next attempt. The first value applies after `freeAttempts` failures,
   * the next value after one more failure, and the last value after all further failures.
   */
  readonly waits: ReadonlyArray<number> | "until the window has room"
}

const minuteMillis = 60_000
export const signInWaitMinutesMax = 15

/** Limits per email address of a member, against guessing from many browsers. They allow about 100 guesses per day. */
export const memberAttemptLimits: AttemptLimits = {
  windowMillis: 24 * 60 * minuteMillis,
  freeAttempts: 5,
  waits: [0.5, 1, 2, 4, 8, signInWaitMinutesMax].map((minutes) => minutes * minuteMillis)
}

/** Limits per IP address of a browser, for all members together. They prevent trying one password for many members. */
export const browserAttemptLimits: AttemptLimits = {
  windowMillis: signInWaitMinutesMax * minuteMillis,
  freeAttempts: 30,
  waits: "until the window has room"
}

/** Limits per known device: room for typos, and a daily limit on guesses with a stolen cookie. */
export const deviceAttemptLimits: AttemptLimits = {
  windowMillis: 24 * 60 * minuteMillis,
  freeAttempts: 10,
  waits: "until the window has room"
}

/** Longest time window of all limits in milliseconds. Older attempts are irrelevant. */
export const attemptWindowMillisMax = Math.max(
  ...[memberAttemptLimits, browserAttemptLimits, deviceAttemptLimits].map(({ windowMillis }) => windowMillis)
)

/** Returns the maximum number of failure times to store. Older times would not change any decision. */
export const attemptsStoredMax = ({ freeAttempts, waits }: AttemptLimits): number =>
  freeAttempts + (waits === "until the window has room" ? 0 : waits.length)

/**
 * Maximum clock difference between instances in milliseconds. Times further ahead come from a clock that was set back,
 * and are ignored.
 */
export const clockSkewMillisMax = 5 * minuteMillis

/** Returns the failure times that count, in ascending order. Times in the future count as the current time. */
const countedTimes = (
  times: ReadonlyArray<number>,
  now: number,
  { windowMillis }: AttemptLimits
): ReadonlyArray<number> =>
  times.filter((at) => at > now - windowMillis && at <= now + clockSkewMillisMax).map((at) => Math.min(at, now))

/** Returns the milliseconds to wait before the next attempt, or 0 if it is allowed now. */
export const waitMillisBeforeAttempt = (times: ReadonlyArray<number>, now: number, limits: AttemptLimits): number => {
  const failed = countedTimes(times, now, limits)
  const { freeAttempts, waits, windowMillis } = limits
  const [oldest, newest] = [failed.at(-freeAttempts), failed.at(-1)]
  if (failed.length < freeAttempts || oldest === undefined || newest === undefined) return 0
  if (waits === "until the window has room") return oldest + windowMillis - now
  const wait = waits[Math.min(failed.length - freeAttempts, waits.length - 1)] ?? 0
  return Math.max(0, newest + wait - now)
}

/** Returns the times that count, followed by `now`. Keeps only the newest `attemptsStoredMax` times. */
export const addAttempt = (times: ReadonlyArray<number>, now: number, limits: AttemptLimits): ReadonlyArray<number> =>
  [...countedTimes(times, now, limits), now].slice(-attemptsStoredMax(limits))

/** Returns the times with one occurrence of `at` removed. */
export const removeAttempt = (times: ReadonlyArray<number>, at: number): ReadonlyArray<number> => {
  const found = times.lastIndexOf(at)
  return found < 0 ? times : times.toSpliced(found, 1)
}

/**
 * Stores failed attempts for all instances. Keys are digests of a member's email address, a browser's IP address or a
 * device.
 */
export class SignInAttempts extends Context.Service<SignInAttempts, {
  /**
   * Decides with `waitMillisBeforeAttempt` whether an attempt is allowed, and counts an allowed attempt as failed in
   * advance. Both happen in one transaction, so that concurrent attempts cannot evade the limit.
   *
   * @returns milliseconds to wait, or 0 if the attempt is allowed. A delayed attempt is not counted.
   */
  readonly begin: (key: string, now: Date, limits: AttemptLimits) => Effect.Effect<number>
  /** Removes an attempt that was counted at this time but did not fail. */
  readonly undo: (key: string, at: Date) => Effect.Effect<void>
  /** Removes all attempts of a key. */
  readonly clear: (key: string) => Effect.Effect<void>
  /** Deletes keys without attempts since a time. Returns the number of deleted keys. */
  readonly sweep: (before: Date) => Effect.Effect<number>
}>()("gatehouse/core/members/passwords/SignInAttempts") {}
