import { Clock, Effect, Result } from "effect"
import { type SourceStatus, WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"
import type { VendorKey } from "../UrlKeys.ts"
import type { ConfirmedListing, HashSearch } from "./HashSearch.ts"
import type { LocalHashLists } from "./LocalHashLists.ts"

/** Result of checking the expressions of one URL. */
export interface ModeResult {
  readonly confirmed: ConfirmedListing | null
  readonly isStale: boolean
}

/** Procedure of the v5 API to check a URL. */
export interface CheckMode {
  /** @param isPlain whether all programs interpret the URL in the same way */
  readonly check: (keys: ReadonlyArray<VendorKey>, isPlain: boolean) => Effect.Effect<ModeResult, WebRiskUnavailable>
  readonly status: Effect.Effect<Pick<SourceStatus, "state" | "entries" | "bytes" | "updatedAt" | "problem">>
}

const always = () => true

/**
 * Implements the "Local List Mode" of v5.
 *
 * A URL without a matching prefix is not listed. For other URLs, the vendor is queried. If the vendor is unavailable,
 * the check fails, whereas Google's procedure treats the URL as safe. The check also fails while the lists are too old,
 * unless a listing is confirmed.
 */
export const localMode = (source: string, threats: LocalHashLists, search: HashSearch): CheckMode => ({
  check: Effect.fnUntraced(function*(keys) {
    const state = threats.updater.state(yield* Clock.currentTimeMillis)
    const confirmed = yield* search.find(keys, threats.matches)
    if (confirmed === null && state === "down") return yield* listsTooOld(source)
    return { confirmed, isStale: state === "stale" }
  }),
  status: Effect.gen(function*() {
    return {
      state: threats.updater.state(yield* Clock.currentTimeMillis),
      ...sizesOf([threats]),
      updatedAt: dateOf(threats.updater.status.updatedAt),
      problem: threats.updater.status.problem ?? (yield* search.status).problem ?? threats.storageProblem()
    }
  })
})

/**
 * Implements the "Real-Time Mode" of v5.
 *
 * For likely safe URLs, the local lists decide. For other URLs, the vendor is queried. If the vendor is unavailable,
 * sufficiently recent local lists decide instead, and the result is marked as stale. If a prefix then matches, the
 * check fails, because the match cannot be confirmed. Google's procedure treats such a URL as safe.
 *
 * Requests are skipped only while all lists are fresh, because only the vendor has the newest data. They are never
 * skipped for a URL with several interpretations, because the Global Cache may contain only one of the interpretations.
 */
export const realTimeMode = (threats: LocalHashLists, likelySafe: LocalHashLists, search: HashSearch): CheckMode => {
  const isLive = ({ updater }: LocalHashLists, now: number) => updater.state(now) === "live"

  /** Answers from the local lists after a request to the vendor has failed. */
  const fallBack = Effect.fnUntraced(function*(keys: ReadonlyArray<VendorKey>, failure: WebRiskUnavailable) {
    const now = yield* Clock.currentTimeMillis
    const hasLists = threats.updater.state(now) !== "down"
    const isUnconfirmedMatch = keys.some((key) => threats.matches(key.digest) && !search.isCached(key, now))
    return hasLists && !isUnconfirmedMatch ? { confirmed: null, isStale: true } : yield* failure
  })

  return {
    check: Effect.fnUntraced(function*(keys, isPlain) {
      const now = yield* Clock.currentTimeMillis
      const isLikelySafe = isPlain && isLive(threats, now) && isLive(likelySafe, now) &&
        keys.some(({ digest }) => likelySafe.matches(digest))
      const found = yield* Effect.result(search.find(keys, isLikelySafe ? threats.matches : always))
      return Result.isSuccess(found)
        ? { confirmed: found.success, isStale: false }
        : isLikelySafe
        ? yield* found.failure
        : yield* fallBack(keys, found.failure)
    }),
    status: Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const { answeredAt, isFailing, problem } = yield* search.status
      const listed = threats.updater.state(now)
      const { status } = threats.updater
      return {
        state: !isFailing ? "live" : listed === "down" ? "down" : "stale",
        ...sizesOf([threats, likelySafe]),
        updatedAt: dateOf(isFailing ? status.updatedAt : answeredAt ?? status.updatedAt),
        problem: problem ?? status.problem ?? likelySafe.updater.status.problem ?? threats.storageProblem() ??
          likelySafe.storageProblem()
      }
    })
  }
}

/**
 * Implements the "No-Storage Real-Time Mode" of v5. The vendor is queried for every URL, and the check fails if the
 * vendor is unavailable.
 */
export const noStorageMode = (search: HashSearch): CheckMode => ({
  check: (keys) => Effect.map(search.find(keys, always), (confirmed) => ({ confirmed, isStale: false })),
  status: Effect.map(search.status, ({ answeredAt, isFailing, problem }) => ({
    state: isFailing ? "down" : "live",
    ...sizesOf([]),
    updatedAt: dateOf(answeredAt),
    problem
  }))
})

const listsTooOld = (source: string) =>
  new WebRiskUnavailable({
    source,
    message: `${source} has no recent lists.`
  })

const sizesOf = (all: ReadonlyArray<LocalHashLists>): Pick<SourceStatus, "entries" | "bytes"> => ({
  entries: all.reduce((sum, { entries }) => sum + entries(), 0),
  bytes: all.reduce((sum, { bytes }) => sum + bytes(), 0)
})

const dateOf = (millis: number | null): Date | null => millis === null ? null : new Date(millis)
