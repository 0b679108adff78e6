import { Clock, Effect, Result } from "effect"
import { type SourceStatus, WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"
import type { OutsideKey } from "../UrlKeys.ts"
import type { HashLists } from "./HashLists.ts"
import type { Confirmed, HashSearch } from "./HashSearch.ts"

/** Result of a mode for the expressions of one URL. */
export interface ModeAnswer {
  readonly confirmed: Confirmed | null
  readonly isStale: boolean
}

/** One of the v5 procedures to check a URL. */
export interface Mode {
  /** @param isPlain whether all programs interpret the URL in the same way */
  readonly check: (keys: ReadonlyArray<OutsideKey>, isPlain: boolean) => Effect.Effect<ModeAnswer, WebRiskUnavailable>
  readonly status: Effect.Effect<Pick<SourceStatus, "state" | "entries" | "bytes" | "updatedAt" | "problem">>
}

const everything = () => true

/**
 * v5, "Local List Mode": a URL without a matching prefix is not listed; for the others the vendor is queried. If the vendor is unavailable,
 * Google's procedure treats a URL with a matching prefix as safe; here the check fails. It also fails while the lists are too old, except
 * for cached confirmations.
 */
export const localMode = (source: string, threats: HashLists, search: HashSearch): Mode => ({
  check: Effect.fnUntraced(function*(keys) {
    const state = threats.updating.state(yield* Clock.currentTimeMillis)
    const confirmed = yield* search.find(keys, threats.holds)
    if (confirmed === null && state === "down") return yield* withoutLists(source)
    return { confirmed, isStale: state === "stale" }
  }),
  status: Effect.gen(function*() {
    return {
      state: threats.updating.state(yield* Clock.currentTimeMillis),
      ...held([threats]),
      updatedAt: dateOf(threats.updating.standing.updatedAt),
      problem: threats.updating.standing.problem ?? (yield* search.standing).problem ?? threats.unstored()
    }
  })
})

/**
 * v5, "Real-Time Mode": for likely safe URLs the local lists decide, for others the vendor is queried. If the vendor is unavailable,
 * sufficiently recent local lists are used instead and the result is marked as stale. A URL with a matching prefix cannot be confirmed
 * then, and the check fails; Google's procedure treats it as safe.
 *
 * Requests are skipped only while all lists are fresh, because only the vendor has the newest data. They are never skipped for a URL with
 * several interpretations, because only one of them would be known as likely safe.
 */
export const realTimeMode = (threats: HashLists, likelySafe: HashLists, search: HashSearch): Mode => {
  const isLive = ({ updating }: HashLists, now: number) => updating.state(now) === "live"

  /** Answers from the local lists after the vendor has just failed. */
  const standIn = Effect.fnUntraced(function*(keys: ReadonlyArray<OutsideKey>, failure: WebRiskUnavailable) {
    const now = yield* Clock.currentTimeMillis
    const isThere = threats.updating.state(now) !== "down"
    const isHeld = keys.some((key) => threats.holds(key.digest) && !search.isAnswered(key, now))
    return isThere && !isHeld ? { confirmed: null, isStale: true } : yield* failure
  })

  return {
    check: Effect.fnUntraced(function*(keys, isPlain) {
      const now = yield* Clock.currentTimeMillis
      const isSpared = isPlain && isLive(threats, now) && isLive(likelySafe, now) &&
        keys.some(({ digest }) => likelySafe.holds(digest))
      const found = yield* Effect.result(search.find(keys, isSpared ? threats.holds : everything))
      return Result.isSuccess(found)
        ? { confirmed: found.success, isStale: false }
        : isSpared
        ? yield* found.failure
        : yield* standIn(keys, found.failure)
    }),
    status: Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const { answeredAt, isFailing, problem } = yield* search.standing
      const listed = threats.updating.state(now)
      const { standing } = threats.updating
      return {
        state: !isFailing ? "live" : listed === "down" ? "down" : "stale",
        ...held([threats, likelySafe]),
        updatedAt: dateOf(isFailing ? standing.updatedAt : answeredAt ?? standing.updatedAt),
        problem: problem ?? standing.problem ?? likelySafe.updating.standing.problem ?? threats.unstored() ??
          likelySafe.unstored()
      }
    })
  }
}

/** v5, "No-Storage Real-Time Mode": the vendor is queried for every URL; without it the check fails. */
export const noStorageMode = (search: HashSearch): Mode => ({
  check: (keys) => Effect.map(search.find(keys, everything), (confirmed) => ({ confirmed, isStale: false })),
  status: Effect.map(search.standing, ({ answeredAt, isFailing, problem }) => ({
    state: isFailing ? "down" : "live",
    ...held([]),
    updatedAt: dateOf(answeredAt),
    problem
  }))
})

const withoutLists = (source: string) =>
  new WebRiskUnavailable({
    source,
    message: `${source} has no lists that are young enough.`
  })

const held = (all: ReadonlyArray<HashLists>): Pick<SourceStatus, "entries" | "bytes"> => ({
  entries: all.reduce((sum, { entries }) => sum + entries(), 0),
  bytes: all.reduce((sum, { bytes }) => sum + bytes(), 0)
})

const dateOf = (millis: number | null): Date | null => millis === null ? null : new Date(millis)
