import { Clock, Effect } from "effect"
import { ShieldTraffic } from "../ports/ShieldTraffic.ts"
import { Sites } from "../ports/Sites.ts"
import { hourMillis, hourOf } from "./ShieldCounts.ts"

/** Days that are told of each site, up to the end of this hour. */
export const recentDays = 7

const dayMillis = 24 * hourMillis

export interface RecentDay {
  /** Start of these 24 hours. */
  readonly at: Date
  readonly human: number
  readonly degraded: number
  readonly rejected: number
}

export interface SiteRecently {
  readonly siteId: string
  /** Oldest first, each of them, whether something happened or not. */
  readonly days: ReadonlyArray<RecentDay>
}

/** What verifications said on every site of an account in the last seven times 24 hours. */
export const recentTraffic = Effect.fn("recentTraffic")(function*(accountId: string) {
  const siteIds = (yield* (yield* Sites).list(accountId)).map(({ id }) => id)
  const to = hourOf(yield* Clock.currentTimeMillis) + hourMillis
  const from = to - recentDays * dayMillis
  const found = yield* (yield* ShieldTraffic).verifications({
    siteIds,
    from: new Date(from),
    to: new Date(to),
    stepMillis: dayMillis
  })
  const known = new Map(found.map(({ siteId, ...day }) => [`${siteId} ${day.at.getTime()}`, day]))
  const starts = Array.from({ length: recentDays }, (_, at) => from + at * dayMillis)
  return siteIds.map((siteId): SiteRecently => ({
    siteId,
    days: starts.map((at) => known.get(`${siteId} ${at}`) ?? { at: new Date(at), human: 0, degraded: 0, rejected: 0 })
  }))
})
