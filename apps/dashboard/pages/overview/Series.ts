import { addDays, type Day, dayInZone, hourMillis } from "../../shared/time/Days.ts"

/** Sums of one hour, as the server returns them. */
export interface HourSums {
  readonly at: number
  readonly requests: number
  readonly refused: number
  readonly credits: number
}

/** Point of a chart: an hour, or a day in the reader's time zone. */
export interface ChartPoint {
  /** The day (`2026-11-22`), or the start of the hour in milliseconds since 1970. */
  readonly key: string
  readonly requests: number
  readonly answered: number
  readonly refused: number
  readonly credits: number
}

export interface Series {
  readonly unit: "hour" | "day"
  /** Every hour or day of the range, including those without requests. */
  readonly points: ReadonlyArray<ChartPoint>
}

/** Maximum hours of a range with one point per hour. Longer ranges have one point per day. */
export const hourlyHoursMax = 48

/**
 * Aggregates hourly sums into chart points. Hours outside the range count toward the first or last point, because in a
 * time zone with a half-hour offset, a server hour belongs to two days.
 */
export const seriesOf = (
  hours: ReadonlyArray<HourSums>,
  range: { readonly from: number; readonly to: number },
  zone: string
): Series => {
  const step = range.to - range.from <= hourlyHoursMax * hourMillis ? "hour" : "day"
  const keyOf = step === "hour" ? hourKey : dayInZone(zone)
  const keys = step === "hour" ? hourKeys(range) : dayKeys(keyOf(range.from), keyOf(range.to - 1))
  const sums = new Map(keys.map((key) => [key, { requests: 0, refused: 0, credits: 0 }]))
  const [first, last] = [sums.get(keys.at(0) ?? ""), sums.get(keys.at(-1) ?? "")]
  for (const hour of hours) {
    const sum = sums.get(keyOf(hour.at)) ?? (hour.at < range.from ? first : last)
    if (sum === undefined) continue
    sum.requests += hour.requests
    sum.refused += hour.refused
    sum.credits += hour.credits
  }
  return {
    unit: step,
    points: [...sums].map(([key, sum]) => ({ key, ...sum, answered: sum.requests - sum.refused }))
  }
}

const hourKey = (at: number): string => String(Math.floor(at / hourMillis) * hourMillis)

const hourKeys = ({ from, to }: { readonly from: number; readonly to: number }): ReadonlyArray<string> => {
  const first = Math.floor(from / hourMillis)
  const count = Math.max(0, Math.ceil(to / hourMillis) - first)
  return Array.from({ length: count }, (_, at) => String((first + at) * hourMillis))
}

const dayKeys = (first: Day, last: Day): ReadonlyArray<Day> => {
  const keys: Array<Day> = []
  for (let day = first; day <= last; day = addDays(day, 1)) keys.push(day)
  return keys
}

const days = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" })
const hours = new Intl.DateTimeFormat("en-GB", { weekday: "short", hour: "2-digit", minute: "2-digit" })

/** Formats a point's label: `Sun 22 Nov`, or `Sun 14:00` in the reader's time zone. */
export const pointLabel = (key: string, step: "hour" | "day"): string =>
  (step === "day" ? days.format(Date.parse(`${key}T00:00:00Z`)) : hours.format(Number(key))).replaceAll(",", "")
