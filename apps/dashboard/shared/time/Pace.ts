import { countText } from "../../parts/text/Formats.ts"
import { dayInZone, dayMillis } from "./Days.ts"
import type { Range } from "./Range.ts"

/** `3,715 a day`, for nonzero rates. */
export const formatPerDay = (perDay: number): string =>
  perDay < 1 ? "less than one a day" : `${countText(Math.round(perDay))} a day`

/** `in the last 2 days`. A week is written as 7×24 hours, because it is not the calendar week shown next to it. */
export const formatLastDays = (days: number): string =>
  `in the last ${days === 1 ? "day" : days === 7 ? "7×24 hours" : `${days} days`}`

/** Returns the number of displayed days, from the first with a request to the last that has started. */
export const daysWithRequests = (
  hours: ReadonlyArray<{ readonly at: number; readonly requests: number }>,
  range: Pick<Range, "name" | "to">,
  now: number,
  zone: string
): number => {
  const first = hours.find(({ requests }) => requests > 0)
  // The last 24 hours count as one day, although they span two calendar days.
  if (first === undefined || range.name === "24h") return 1
  const dayOf = dayInZone(zone)
  const noonOf = (at: number) => Date.parse(`${dayOf(at)}T12:00:00Z`)
  return Math.max(1, 1 + (noonOf(Math.min(now, range.to - 1)) - noonOf(first.at)) / dayMillis)
}

/** Formats requests per day from the displayed sum and number of days. For one day it is the sum itself. */
export const formatPace = (sum: number, days: number): string => {
  if (sum === 0) return "None in the time shown."
  if (days <= 1) return "In the time shown."
  const perDay = formatPerDay(sum / days)
  return `${perDay.charAt(0).toUpperCase()}${perDay.slice(1)} over ${countText(days)} days.`
}
