import { hourMillis } from "../../../../core/shield/traffic/ShieldCounts.ts"
import { addDays, daysIn, readersZone, startOfDay } from "../../shared/time/Days.ts"

/** A stretch of time and the steps that a chart shows it in; milliseconds since 1970. */
export interface ShownStretch {
  /** Each step ends where the next begins, the last at `to`. */
  readonly starts: ReadonlyArray<number>
  readonly to: number
}

/** So many of the reader's days, up to the end of today: the list of sites and a site's own page mean the same ones. */
export const lastDays = (count: number, now: number, zone: string = readersZone()): ShownStretch => {
  const today = daysIn(zone)(now)
  return {
    starts: Array.from({ length: count }, (_, at) => startOfDay(addDays(today, at + 1 - count), zone)),
    to: startOfDay(addDays(today, 1), zone)
  }
}

/** So many hours, up to the end of this one. */
export const lastHours = (count: number, now: number): ShownStretch => {
  const to = (Math.floor(now / hourMillis) + 1) * hourMillis
  return { starts: Array.from({ length: count }, (_, at) => to - (count - at) * hourMillis), to }
}
