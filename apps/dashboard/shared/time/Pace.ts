import { countText } from "../../parts/text/Formats.ts"
import { dayMillis, daysIn } from "./Days.ts"
import type { Range } from "./Range.ts"

/** `3,715 a day`, of what is not nothing. */
export const perDayText = (perDay: number): string =>
  perDay < 1 ? "less than one a day" : `${countText(Math.round(perDay))} a day`

/** `in the last 2 days`; a week to the hour, as no week of the calendar that is shown beside it, and on one line. */
export const lastDaysText = (days: number): string =>
  `in the last ${days === 1 ? "day" : days === 7 ? "7×24 hours" : `${days} days`}`

/** How many of the reader's days are shown, from the first with a request to the last that has begun. */
export const daysAsked = (
  hours: ReadonlyArray<{ readonly at: number; readonly requests: number }>,
  range: Pick<Range, "name" | "to">,
  now: number,
  zone: string
): number => {
  const first = hours.find(({ requests }) => requests > 0)
  // A day and a night are one day, on whichever two days of the calendar they lie.
  if (first === undefined || range.name === "24h") return 1
  const dayOf = daysIn(zone)
  const noonOf = (at: number) => Date.parse(`${dayOf(at)}T12:00:00Z`)
  return Math.max(1, 1 + (noonOf(Math.min(now, range.to - 1)) - noonOf(first.at)) / dayMillis)
}

/** What a count of requests comes to a day, by the two numbers that are told with it; of one day that is the count itself. */
export const paceSaid = (sum: number, days: number): string => {
  if (sum === 0) return "None in the time shown."
  if (days <= 1) return "In the time shown."
  const perDay = perDayText(sum / days)
  return `${perDay.charAt(0).toUpperCase()}${perDay.slice(1)} over ${countText(days)} days.`
}
