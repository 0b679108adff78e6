import { countText } from "../../parts/text/Formats.ts"
import { dayInZone, dayMillis } from "./Days.ts"
import type { Range } from "./Range.ts"

/** Formats a nonzero rate: `3,715 per day`. */
const formatPerDay = (perDay: number): string =>
  perDay < 1 ? "less than one per day" : `${countText(Math.round(perDay))} per day`

/** Returns the number of days from the first day with a request to the last displayed day that has started. */
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

/**
 * Formats the average number of requests per day. For one day, the displayed sum is the rate, so the text only names
 * the period.
 */
export const formatPace = (sum: number, days: number): string => {
  if (sum === 0) return "None in this period"
  if (days <= 1) return "In this period"
  const perDay = formatPerDay(sum / days)
  return `${perDay.charAt(0).toUpperCase()}${perDay.slice(1)} over ${countText(days)} days`
}
