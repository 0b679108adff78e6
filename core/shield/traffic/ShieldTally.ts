import type { SiteId } from "../../kernel/Ids.ts"
import type { ShieldEvent } from "../ShieldTraffic.ts"
import { countNames, hourOf } from "./ShieldCounts.ts"

/** Maximum number of names per site and hour, with room for all countries. Further names count as `other`. */
export const countNamesPerHourMax = 400
/** Maximum number of tallies in memory, including tallies with unwritten counts. A tally is for one site and hour. */
export const talliesMax = 20_000
/** Number of past tallies that are checked for removal when a tally is added. */
const pastTalliesChecked = 4
const otherName = "other"

export interface TallyCount {
  readonly siteId: SiteId
  readonly hour: number
  readonly name: string
  readonly count: number
}

interface Tally {
  readonly siteId: SiteId
  readonly hour: number
  /** Counts that have not been drained yet, by name. Drained names stay in the map with a count of 0. */
  readonly counts: Map<string, number>
}

/** Counts events by site, hour and name in memory until they are written. */
export class ShieldTally {
  private readonly tallies = new Map<string, Tally>()
  private readonly touched = new Set<Tally>()

  get isEmpty(): boolean {
    return this.touched.size === 0
  }

  count(siteId: SiteId, event: ShieldEvent, nowMillis: number): void {
    for (const name of countNames(event)) this.add(siteId, hourOf(nowMillis), name, 1)
  }

  /** Returns and resets all counts, sorted by site, hour and name. */
  drain(): ReadonlyArray<TallyCount> {
    const taken: Array<TallyCount> = []
    for (const { counts, hour, siteId } of this.touched) {
      for (const [name, count] of counts) {
        if (count === 0) continue
        taken.push({ siteId, hour, name, count })
        counts.set(name, 0)
      }
    }
    this.touched.clear()
    return taken.toSorted(inOrder)
  }

  /** Adds back counts that could not be written. */
  restore(counts: ReadonlyArray<TallyCount>): void {
    for (const { count, hour, name, siteId } of counts) this.add(siteId, hour, name, count)
  }

  private add(siteId: SiteId, hour: number, name: string, count: number): void {
    const tally = this.tallyOf(siteId, hour)
    const counted = tally.counts.has(name) || tally.counts.size < countNamesPerHourMax ? name : otherName
    tally.counts.set(counted, (tally.counts.get(counted) ?? 0) + count)
    this.touched.add(tally)
  }

  private tallyOf(siteId: SiteId, hour: number): Tally {
    const key = `${hour} ${siteId}`
    const known = this.tallies.get(key)
    if (known !== undefined) return known
    const tally = { siteId, hour, counts: new Map<string, number>() }
    this.dropWritten(hour)
    if (this.tallies.size >= talliesMax) this.dropOldest()
    this.tallies.set(key, tally)
    return tally
  }

  /** Removes a few tallies of past hours without unwritten counts, oldest first. */
  private dropWritten(hour: number): void {
    let checked = 0
    for (const [key, tally] of this.tallies) {
      if (tally.hour >= hour || ++checked > pastTalliesChecked) return
      if (!this.touched.has(tally)) this.tallies.delete(key)
    }
  }

  /**
   * Removes the oldest tally with its unwritten counts. This is necessary only in a long outage with very many sites.
   */
  private dropOldest(): void {
    const [[key, oldest] = ["", undefined]] = this.tallies
    this.tallies.delete(key)
    if (oldest !== undefined) this.touched.delete(oldest)
  }
}

const inOrder = (a: TallyCount, b: TallyCount): number =>
  a.siteId !== b.siteId ? (a.siteId < b.siteId ? -1 : 1) : a.hour - b.hour || (a.name < b.name ? -1 : 1)
