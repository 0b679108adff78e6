import { overviewDaysMax } from "../../../../adapters/http/account/api/Overview.ts"
import { addDays, type Day, dayInZone, dayMillis, hourMillis, parseDay, startOfDay } from "./Days.ts"

export const rangeNames = ["24h", "7d", "30d", "own"] as const
export type RangeName = typeof rangeNames[number]

/** Time range of the overview, in whole hours or in whole days of the reader's time zone. */
export interface Range {
  readonly name: RangeName
  /** Limits of the range in milliseconds since 1970. `to` is exclusive. */
  readonly from: number
  readonly to: number
  /** First and last day of the range. */
  readonly fromDay: Day
  readonly toDay: Day
  /** Reason why the displayed range differs from the requested range; null if it does not. */
  readonly problem: string | null
}

/** Parses the range in the URL. A missing or invalid range becomes the last seven days. */
export const parseRange = (
  query: { readonly range?: string | undefined; readonly from?: string | undefined; readonly to?: string | undefined },
  now: number,
  zone: string
): Range => {
  const today = dayInZone(zone)(now)
  const tomorrow = startOfDay(addDays(today, 1), zone)
  const days = (count: number, name: RangeName, problem: string | null = null): Range => {
    const fromDay = addDays(today, 1 - count)
    return { name, from: startOfDay(fromDay, zone), to: tomorrow, fromDay, toDay: today, problem }
  }
  switch (query.range) {
    case "24h": {
      const to = Math.floor(now / hourMillis) * hourMillis + hourMillis
      const from = to - dayMillis
      return { name: "24h", from, to, fromDay: dayInZone(zone)(from), toDay: today, problem: null }
    }
    case "30d":
      return days(30, "30d")
    case "own": {
      const [fromDay, toDay] = [parseDay(query.from), parseDay(query.to)]
      if (fromDay === null || toDay === null) return days(7, "own", "Choose a first and last day.")
      if (toDay < fromDay) return days(7, "own", "The last day is before the first.")
      if (addDays(fromDay, overviewDaysMax - 1) < toDay) {
        return days(7, "own", `The period can have at most ${overviewDaysMax} days.`)
      }
      const [from, to] = [startOfDay(fromDay, zone), startOfDay(addDays(toDay, 1), zone)]
      return { name: "own", from, to, fromDay, toDay, problem: null }
    }
    default:
      return days(7, "7d")
  }
}
