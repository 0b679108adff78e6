import { Effect, Schema } from "effect"
import type { AccountId, SiteId } from "../../kernel/Ids.ts"
import { Sites } from "../../sites/Sites.ts"
import { ShieldTraffic } from "../ShieldTraffic.ts"

/** Returns the hourly counters of a site. `from` and `to` are in milliseconds since 1970-01-01 UTC. */
export const siteTraffic = Effect.fn("siteTraffic")(
  function*(accountId: AccountId, id: string, { from, to }: { readonly from: number; readonly to: number }) {
    const site = yield* (yield* Sites).get(accountId, id)
    yield* checkTimeRange({ from, to })
    return yield* (yield* ShieldTraffic).hours({ siteId: site.id, from: new Date(from), to: new Date(to) })
  }
)

/** Maximum number of periods per request. */
const periodsMax = 31

interface PeriodCounts {
  /** Start of the period. */
  readonly at: Date
  readonly human: number
  readonly degraded: number
  readonly rejected: number
}

interface RecentSiteTraffic {
  readonly siteId: SiteId
  /** All requested periods, oldest first, including periods without verifications. */
  readonly days: ReadonlyArray<PeriodCounts>
}

/**
 * Returns the verification results of all sites of an account by period. Callers pass the starts of the days in their
 * time zone, because days can differ in length. Each period ends at the next start, and the last period ends at `to`.
 * All times are in milliseconds since 1970-01-01 UTC.
 */
export const recentTraffic = Effect.fn("recentTraffic")(
  function*(accountId: AccountId, { starts, to }: { readonly starts: ReadonlyArray<number>; readonly to: number }) {
    const [first, last] = [starts[0], starts.at(-1)]
    if (first === undefined || last === undefined || starts.length > periodsMax) {
      return yield* new InvalidTimeRange({ message: `Request 1 to ${periodsMax} days.` })
    }
    if (starts.some((start, at) => start <= (starts[at - 1] ?? -Infinity))) {
      return yield* new InvalidTimeRange({ message: "Each day must begin after the previous one." })
    }
    yield* checkTimeRange({ from: first, to })
    if (last > to) return yield* new InvalidTimeRange({ message: "The last day must end after it begins." })
    const siteIds = (yield* (yield* Sites).list(accountId)).map(({ id }) => id)
    const found = yield* (yield* ShieldTraffic).verifications({
      siteIds,
      starts: starts.map((at) => new Date(at)),
      to: new Date(to)
    })
    const known = new Map(found.map(({ siteId, ...day }) => [`${siteId} ${day.at.getTime()}`, day]))
    return siteIds.map((siteId): RecentSiteTraffic => ({
      siteId,
      days: starts.map((at) => known.get(`${siteId} ${at}`) ?? { at: new Date(at), human: 0, degraded: 0, rejected: 0 })
    }))
  }
)

/** Maximum days of a time range per request. */
const trafficDaysMax = 92

const dayMillis = 86_400_000
/** Maximum time of a `Date` in milliseconds since 1970-01-01 UTC (ECMA-262, section 21.4.1.1). */
const instantMax = 8_640_000_000_000_000

export class InvalidTimeRange extends Schema.TaggedError<InvalidTimeRange>()("InvalidTimeRange", {
  message: Schema.String
}) {}

/** Checks that a time range is valid and not too long. Both ends are in milliseconds since 1970-01-01 UTC. */
export const checkTimeRange = (
  { from, to }: { readonly from: number; readonly to: number }
): Effect.Effect<void, InvalidTimeRange> => {
  if (Math.abs(from) > instantMax || Math.abs(to) > instantMax || from > to) {
    return Effect.fail(new InvalidTimeRange({ message: "The time range must not end before it begins." }))
  }
  return to - from > trafficDaysMax * dayMillis
    ? Effect.fail(new InvalidTimeRange({ message: `The time range must not exceed ${trafficDaysMax} days.` }))
    : Effect.void
}
