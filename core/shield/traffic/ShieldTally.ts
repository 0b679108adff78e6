import type { SiteId } from "../../kernel/Ids.ts"
import type { ShieldEvent } from "../ShieldTraffic.ts"
import { countNames, hourOf } from "./ShieldCounts.ts"

/** Names counted for one site in one hour: every country has room. What comes beyond is `other`. */
export const namesPerHourMax = 400
/** Sites whose names are told apart at a time, of one hour each or of the hours that are being written. */
export const talliesMax = 20_000
/** Past hours looked at for each new one. */
const pastLookedAt = 4
const nameOfRest = "other"

export interface Count {
  readonly siteId: SiteId
  readonly hour: number
  readonly name: string
  readonly count: number
}

interface Tally {
  readonly siteId: SiteId
  readonly hour: number
  /** Every name of the hour; counted is what has not been taken. */
  readonly counts: Map<string, number>
}

/** Counts events by site, hour and name, until they are taken away to be written. */
export class ShieldTally {
  private readonly tallies = new Map<string, Tally>()
  private readonly touched = new Set<Tally>()

  get isEmpty(): boolean {
    return this.touched.size === 0
  }

  count(siteId: SiteId, event: ShieldEvent, nowMillis: number): void {
    for (const name of countNames(event)) this.add(siteId, hourOf(nowMillis), name, 1)
  }

  /** Everything since the last time, in the order of site, hour and name. */
  take(): ReadonlyArray<Count> {
    const taken: Array<Count> = []
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

  /** What was taken and could not be written. */
  giveBack(counts: ReadonlyArray<Count>): void {
    for (const { count, hour, name, siteId } of counts) this.add(siteId, hour, name, count)
  }

  private add(siteId: SiteId, hour: number, name: string, count: number): void {
    const tally = this.tallyOf(siteId, hour)
    const counted = tally.counts.has(name) || tally.counts.size < namesPerHourMax ? name : nameOfRest
    tally.counts.set(counted, (tally.counts.get(counted) ?? 0) + count)
    this.touched.add(tally)
  }

  private tallyOf(siteId: SiteId, hour: number): Tally {
    const key = `${hour} ${siteId}`
    const known = this.tallies.get(key)
    if (known !== undefined) return known
    const tally = { siteId, hour, counts: new Map<string, number>() }
    this.forgetPast(hour)
    if (this.tallies.size >= talliesMax) this.forgetOldest()
    this.tallies.set(key, tally)
    return tally
  }

  /** Hours that are over and written, the oldest first; a few for each new one. */
  private forgetPast(hour: number): void {
    let looked = 0
    for (const [key, tally] of this.tallies) {
      if (tally.hour >= hour || ++looked > pastLookedAt) return
      if (!this.touched.has(tally)) this.tallies.delete(key)
    }
  }

  /** With it go the counts that were not written: the database has been away for very long, for very many sites. */
  private forgetOldest(): void {
    const [[key, oldest] = ["", undefined]] = this.tallies
    this.tallies.delete(key)
    if (oldest !== undefined) this.touched.delete(oldest)
  }
}

const inOrder = (a: Count, b: Count): number =>
  a.siteId !== b.siteId ? (a.siteId < b.siteId ? -1 : 1) : a.hour - b.hour || (a.name < b.name ? -1 : 1)
