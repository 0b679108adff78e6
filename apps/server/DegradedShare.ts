import type { SiteId } from "../../core/kernel/Ids.ts"

/** What is looked back at. */
export const degradedMinutesWatched = 5
/** Above this share of a site's verifications something is out of order, or somebody sends empty tokens on purpose. */
export const degradedShareMax = 0.25
/** Of fewer verifications a share says nothing. */
export const verificationsWatchedMin = 20
/** From one alarm of a site to its next. */
export const alarmMinutesMin = 15
/** Beyond them the one that was heard of least lately is forgotten. */
export const sitesWatchedMax = 10_000

const minuteMillis = 60_000

interface Watched {
  /** By minute since 1970: how many were verified, and how many of them degraded. */
  readonly minutes: Map<number, { all: number; degraded: number }>
  alarmedAt: number
}

/** A cause for an alarm. */
export interface DegradedAlarm {
  /** 0 to 1. */
  readonly share: number
  readonly degraded: number
  readonly all: number
}

/** How many of each site's verifications were degraded lately. */
export class DegradedShare {
  private readonly sites = new Map<string, Watched>()

  /** Counts a verification; tells of an alarm where one is due. */
  count(siteId: SiteId, isDegraded: boolean, nowMillis: number): DegradedAlarm | null {
    const site = this.watched(siteId)
    const minute = Math.floor(nowMillis / minuteMillis)
    for (const old of site.minutes.keys()) {
      if (old <= minute - degradedMinutesWatched) site.minutes.delete(old)
    }
    const now = site.minutes.get(minute) ?? { all: 0, degraded: 0 }
    now.all++
    if (isDegraded) now.degraded++
    site.minutes.set(minute, now)
    if (!isDegraded || nowMillis - site.alarmedAt < alarmMinutesMin * minuteMillis) return null
    let [all, degraded] = [0, 0]
    for (const counts of site.minutes.values()) {
      all += counts.all
      degraded += counts.degraded
    }
    if (all < verificationsWatchedMin || degraded / all <= degradedShareMax) return null
    site.alarmedAt = nowMillis
    return { share: degraded / all, degraded, all }
  }

  private watched(siteId: SiteId): Watched {
    const site = this.sites.get(siteId) ?? { minutes: new Map(), alarmedAt: -Infinity }
    // Put behind the others: the first is the one that was heard of least lately.
    this.sites.delete(siteId)
    this.sites.set(siteId, site)
    if (this.sites.size > sitesWatchedMax) this.sites.delete(this.sites.keys().next().value!)
    return site
  }
}
