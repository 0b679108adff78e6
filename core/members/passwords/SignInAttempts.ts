import { Context, type Effect } from "effect"

/** Number of free failed attempts and the delays after that. */
export interface AttemptLimits {
  /** Older failures are ignored. */
  readonly windowMillis: number
  /** Free failures within the window. */
  readonly freeAttempts: number
  /** Milliseconds between the last failure and the next attempt, by the number of failures beyond the free ones. */
  readonly waits: ReadonlyArray<number> | "until the window has room"
}

const minuteMillis = 60_000
export const signInWaitMinutesMax = 15

/** Limits per member address, against guessing from many browsers. Allows about a hundred guesses per day. */
export const memberAttemptLimits: AttemptLimits = {
  windowMillis: 24 * 60 * minuteMillis,
  freeAttempts: 5,
  waits: [0.5, 1, 2, 4, 8, signInWaitMinutesMax].map((minutes) => minutes * minuteMillis)
}

/** Limits per browser address for all members, against trying one password on many members. */
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

/** The longest window. Older attempts are irrelevant. */
export const attemptWindowMillisMax = Math.max(
  ...[memberAttemptLimits, browserAttemptLimits, deviceAttemptLimits].map(({ windowMillis }) => windowMillis)
)

/** Returns the maximum number of failure times to store. Older ones would not change any decision. */
export const attemptsStoredMax = ({ freeAttempts, waits }: AttemptLimits): number =>
  freeAttempts + (waits === "until the window has room" ? 0 : waits.length)

/** Largest clock difference between instances. Times further ahead come from a clock that was set back and are ignored. */
export const clockSkewMillisMax = 5 * minuteMillis

/** Returns the failure times that count, from an ascending list. Times in the future count as now. */
const countedTimes = (
  times: ReadonlyArray<number>,
  now: number,
  { windowMillis }: AttemptLimits
): ReadonlyArray<number> =>
  times.filter((at) => at > now - windowMillis && at <= now + clockSkewMillisMax).map((at) => Math.min(at, now))

/** Returns the milliseconds to wait before the next attempt. 0: none. */
export const waitMillis = (times: ReadonlyArray<number>, now: number, limits: AttemptLimits): number => {
  const failed = countedTimes(times, now, limits)
  const { freeAttempts, waits, windowMillis } = limits
  const [oldest, newest] = [failed.at(-freeAttempts), failed.at(-1)]
  if (failed.length < freeAttempts || oldest === undefined || newest === undefined) return 0
  if (waits === "until the window has room") return oldest + windowMillis - now
  const wait = waits[Math.min(failed.length - freeAttempts, waits.length - 1)] ?? 0
  return Math.max(0, newest + wait - now)
}

/** Returns the times that count with `now` appended, limited to the newest `attemptsStoredMax`. */
export const addAttempt = (times: ReadonlyArray<number>, now: number, limits: AttemptLimits): ReadonlyArray<number> =>
  [...countedTimes(times, now, limits), now].slice(-attemptsStoredMax(limits))

/** Returns the times without one occurrence of `at`. */
export const removeAttempt = (times: ReadonlyArray<number>, at: number): ReadonlyArray<number> => {
  const found = times.lastIndexOf(at)
  return found < 0 ? times : times.toSpliced(found, 1)
}

/** Failed attempts, shared by all instances. Keys are digests of a member's address, a browser's address or a device. */
export class SignInAttempts extends Context.Service<SignInAttempts, {
  /**
   * Decides with `waitMillis` and counts the attempt as failed in advance, in one transaction, so that concurrent attempts cannot
   * evade the limit.
   *
   * @returns milliseconds to wait, or 0 if the attempt is allowed. A delayed attempt is not counted.
   */
  readonly begin: (key: string, now: Date, limits: AttemptLimits) => Effect.Effect<number>
  /** Removes an attempt counted at this time, because it did not fail. */
  readonly undo: (key: string, at: Date) => Effect.Effect<void>
  /** Removes all attempts of a key. */
  readonly clear: (key: string) => Effect.Effect<void>
  /** Deletes keys without attempts since this date. Returns the number deleted. */
  readonly sweep: (before: Date) => Effect.Effect<number>
}>()("gatehouse/core/members/passwords/SignInAttempts") {}
