/** A day of the calendar, `2026-11-22`. Days compare as texts do. */
export type Day = string

const minuteMillis = 60_000
export const hourMillis = 3_600_000
export const dayMillis = 86_400_000

/** Zones are at most 14 hours ahead of UTC, and 12 behind it (IANA time zone database). */
const zoneHoursMax = 15

/** The zone of whoever reads. */
export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Which day it is somewhere, of instants in milliseconds since 1970. */
export const daysIn = (zone: string): (at: number) => Day => {
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

/** What somebody wrote as a day; null for what is none, or lies before 1970. */
export const readDay = (text: string | null | undefined): Day | null => {
  if (text === null || text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return null
  const at = Date.parse(`${text}T00:00:00Z`)
  return at >= 0 && new Date(at).toISOString().startsWith(text) ? text : null
}

/** So many days later, or earlier. */
export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMillis).toISOString().slice(0, 10)

/**
 * The first instant of a day somewhere. It is looked for: a day may be 23 or 25 hours long, and where clocks change at midnight
 * it may begin at one o'clock.
 */
export const startOfDay = (day: Day, zone: string): number => {
  const dayOf = daysIn(zone)
  const utc = Date.parse(`${day}T00:00:00Z`)
  let [before, after] = [-zoneHoursMax * 60, zoneHoursMax * 60]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (dayOf(utc + middle * minuteMillis) < day) before = middle
    else after = middle
  }
  return utc + after * minuteMillis
}

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
