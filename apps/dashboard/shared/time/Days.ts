/** Calendar day, such as `2026-11-22`. Days sort as strings. */
export type Day = string

const minuteMillis = 60_000
export const hourMillis = 3_600_000
export const dayMillis = 86_400_000

/**
 * Search range in hours around UTC. Time zones are at most 14 hours ahead of and 12 hours behind UTC (IANA time zone
 * database).
 */
const zoneHoursMax = 15

export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns a function that maps an instant (milliseconds since 1970) to its day in a time zone. */
export const dayInZone = (zone: string): (at: number) => Day => {
  const format = new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit"
  })
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return `${parts.get("year")!.padStart(4, "0")}-${parts.get("month")}-${parts.get("day")}`
  }
}

/** Returns the text if it is a valid day from 1970 on; otherwise null. */
export const parseDay = (text: string | null | undefined): Day | null => {
  if (text === null || text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return null
  const at = Date.parse(`${text}T00:00:00Z`)
  return at >= 0 && new Date(at).toISOString().startsWith(text) ? text : null
}

/** Returns the day that is a number of days later. A negative number returns an earlier day. */
export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMillis).toISOString().slice(0, 10)

/**
 * Returns the first instant of a day in a time zone, in milliseconds since 1970. Searches for the instant, because a
 * day may have 23 or 25 hours and may start at 01:00 where the clocks change at midnight.
 */
export const startOfDay = (day: Day, zone: string): number => {
  const dayOf = dayInZone(zone)
  const utc = Date.parse(`${day}T00:00:00Z`)
  let [before, after] = [-zoneHoursMax * 60, zoneHoursMax * 60]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (dayOf(utc + middle * minuteMillis) < day) before = middle
    else after = middle
  }
  return utc + after * minuteMillis
}

/** Time range and the steps of its chart, in milliseconds since 1970. */
export interface TimeSteps {
  /** Start of each step. A step ends where the next step starts, and the last step ends at `to`. */
  readonly starts: ReadonlyArray<number>
  readonly to: number
}

/**
 * Returns the last `count` days in the reader's time zone, up to the end of today. The list of sites and the page of a
 * site use the same days.
 */
export const lastDays = (count: number, now: number, zone: string = localTimeZone()): TimeSteps => {
  const today = dayInZone(zone)(now)
  return {
    starts: Array.from({ length: count }, (_, at) => startOfDay(addDays(today, at + 1 - count), zone)),
    to: startOfDay(addDays(today, 1), zone)
  }
}

/** Returns the last `count` hours, up to the end of the current hour. */
export const lastHours = (count: number, now: number): TimeSteps => {
  const to = (Math.floor(now / hourMillis) + 1) * hourMillis
  return { starts: Array.from({ length: count }, (_, at) => to - (count - at) * hourMillis), to }
}
