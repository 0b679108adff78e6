import type { Pace } from "../../../../core/requests/CreditPace.ts"
import { countText } from "../../parts/Formats.ts"

/** `3,715 a day`, of what is not nothing. */
export const perDayText = (perDay: number): string =>
  perDay < 1 ? "less than one a day" : `${countText(Math.round(perDay))} a day`

/** `in the last 7 days` */
export const lastDaysText = (days: number): string => `in the last ${days === 1 ? "day" : `${days} days`}`

/** What a count of requests comes to a day; of a first day that says nothing that the count does not. */
export const paceSaid = (sum: number, pace: Pace | null): string => {
  if (sum === 0) return "None in the time shown."
  if (pace === null || pace.days <= 1 || pace.requestsPerDay === 0) return "In the time shown."
  const perDay = perDayText(pace.requestsPerDay)
  return `${perDay.charAt(0).toUpperCase()}${perDay.slice(1)} ${lastDaysText(pace.days)}.`
}
