import { Context, type Effect } from "effect"

/** After how many failed tries somebody has to wait, and how long. */
export interface TryLimits {
  /** Failures older than this are forgotten. */
  readonly windowMillis: number
  /** So many within the window are free. */
  readonly freeTries: number
  /** Milliseconds since the last failure before the next try, after the first failure that is not free, the second, and so on. */
  readonly waits: ReadonlyArray<number> | "until the window has room"
}

const minuteMillis = 60_000
export const signInWaitMinutesMax = 15

/** Of one member's address: it is guessed at from many browsers. About a hundred guesses a day are left. */
export const memberTryLimits: TryLimits = {
  windowMillis: 24 * 60 * minuteMillis,
  freeTries: 5,
  waits: [0.5, 1, 2, 4, 8, signInWaitMinutesMax].map((minutes) => minutes * minuteMillis)
}

/** Of one browser's address, whomever it tries: one password is tried on many members. */
export const browserTryLimits: TryLimits = {
  windowMillis: signInWaitMinutesMax * minuteMillis,
  freeTries: 30,
  waits: "until the window has room"
}

/** Of one browser that its member has signed in with: as many as somebody mistypes, and all that a stolen cookie is worth in a day. */
export const deviceTryLimits: TryLimits = {
  windowMillis: 24 * 60 * minuteMillis,
  freeTries: 10,
  waits: "until the window has room"
}

/** Longest window of any: what was counted before is forgotten. */
export const tryWindowMillisMax = Math.max(
  ...[memberTryLimits, browserTryLimits, deviceTryLimits].map(({ windowMillis }) => windowMillis)
)

/** Times worth keeping: more of them change no decision. */
export const triesKept = ({ freeTries, waits }: TryLimits): number =>
  freeTries + (waits === "until the window has room" ? 0 : waits.length)

/** How much the clocks of instances may differ; what lies further ahead is of a clock that was set back, and forgotten. */
export const clockSkewMillisMax = 5 * minuteMillis

/** Of these times of failures, in ascending order, those that count. What is ahead counts as now. */
const counting = (times: ReadonlyArray<number>, now: number, { windowMillis }: TryLimits): ReadonlyArray<number> =>
  times.filter((at) => at > now - windowMillis && at <= now + clockSkewMillisMax).map((at) => Math.min(at, now))

/** How long to wait before another try; 0: not at all. */
export const waitMillis = (times: ReadonlyArray<number>, now: number, limits: TryLimits): number => {
  const failed = counting(times, now, limits)
  const { freeTries, waits, windowMillis } = limits
  const [oldest, newest] = [failed.at(-freeTries), failed.at(-1)]
  if (failed.length < freeTries || oldest === undefined || newest === undefined) return 0
  if (waits === "until the window has room") return oldest + windowMillis - now
  const wait = waits[Math.min(failed.length - freeTries, waits.length - 1)] ?? 0
  return Math.max(0, newest + wait - now)
}

/** The times with one more, as many as are worth keeping. */
export const withTry = (times: ReadonlyArray<number>, now: number, limits: TryLimits): ReadonlyArray<number> =>
  [...counting(times, now, limits), now].slice(-triesKept(limits))

/** The times with one less of those at this instant. */
export const withoutTry = (times: ReadonlyArray<number>, at: number): ReadonlyArray<number> => {
  const found = times.lastIndexOf(at)
  return found < 0 ? times : times.toSpliced(found, 1)
}

/** Failed tries, by what they are counted for: an address of a member or of a browser, or a device, as a digest. Shared by all instances. */
export class SignInTries extends Context.Service<SignInTries, {
  /**
   * Decides by `waitMillis` and counts the try as failed in advance, in one transaction: many at once are no way around.
   *
   * @returns milliseconds to wait; 0 when it may be made. One that has to wait is not counted.
   */
  readonly begin: (key: string, now: Date, limits: TryLimits) => Effect.Effect<number>
  /** Takes back what was counted at this time: the try did not fail. */
  readonly takeBack: (key: string, at: Date) => Effect.Effect<void>
  /** Forgets all that was counted. */
  readonly forget: (key: string) => Effect.Effect<void>
  /** Removes what was last counted before; returns how many. */
  readonly sweep: (before: Date) => Effect.Effect<number>
}>()("gatehouse/core/members/passwords/SignInTries") {}
