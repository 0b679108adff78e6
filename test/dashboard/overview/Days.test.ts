import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  addDays,
  dayInZone,
  dayMillis,
  hourMillis,
  lastDays,
  lastHours,
  parseDay,
  startOfDay
} from "../../../apps/dashboard/shared/time/Days.ts"
import { runs } from "../../support/TestRun.ts"

const zones = ["UTC", "Europe/Berlin", "Asia/Kolkata", "America/New_York", "Pacific/Kiritimati", "Pacific/Pago_Pago"]
  .concat("Asia/Beirut", "Africa/Cairo", "Australia/Lord_Howe")

const anyDay = fc.integer({ min: 0, max: 30_000 }).map((days) => addDays("1990-01-01", days))

it("returns the day of an instant in a time zone", () => {
  const at = Date.parse("2026-11-22T23:30:00Z")
  expect(dayInZone("UTC")(at)).toBe("2026-11-22")
  expect(dayInZone("Europe/Berlin")(at)).toBe("2026-11-23")
  expect(dayInZone("America/New_York")(at)).toBe("2026-11-22")
})

it("returns the first instant of a day, also on days with a clock change", () => {
  expect(new Date(startOfDay("2026-11-22", "Asia/Kolkata")).toISOString()).toBe("2026-11-21T18:30:00.000Z")
  const length = (day: string, zone: string) => (startOfDay(addDays(day, 1), zone) - startOfDay(day, zone)) / hourMillis
  expect(length("2026-03-29", "Europe/Berlin")).toBe(23)
  expect(length("2026-10-25", "Europe/Berlin")).toBe(25)
  // In Beirut, the clocks change at midnight, so the day starts at 01:00.
  expect(new Date(startOfDay("2024-03-31", "Asia/Beirut")).toISOString()).toBe("2024-03-30T22:00:00.000Z")
})

it("starts each day at the end of the previous day", () => {
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...zones), (day, zone) => {
      const start = startOfDay(day, zone)
      const dayOf = dayInZone(zone)
      // Skips days that do not exist in a zone. Kiritimati and Pago Pago each skipped or repeated a calendar day.
      if (dayOf(start) !== day) return
      expect(dayOf(start - 1) < day).toBe(true)
      expect(Math.abs(start - Date.parse(`${day}T00:00:00Z`))).toBeLessThan(15 * hourMillis)
    }),
    runs(60)
  )
})

it("accepts only valid days", () => {
  expect(parseDay("2026-02-28")).toBe("2026-02-28")
  for (
    const text of ["2026-02-29", "2026-13-01", "2026-1-1", "1969-12-31", "", "today", "2026-11-22 ", null, undefined]
  ) {
    expect(parseDay(text)).toBeNull()
  }
  fc.assert(fc.property(fc.string(), (text) => {
    const day = parseDay(text)
    return day === null || day === text
  }))
})

it("counts calendar days", () => {
  expect(addDays("2024-02-28", 2)).toBe("2024-03-01")
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31")
  fc.assert(fc.property(anyDay, fc.integer({ min: -400, max: 400 }), (day, days) => {
    expect(addDays(addDays(day, days), -days)).toBe(day)
    expect(Date.parse(addDays(day, days)) - Date.parse(day)).toBe(days * dayMillis)
  }))
})

const hour = 3_600_000
const formatSteps =
  (zone: string) => ({ starts, to }: { readonly starts: ReadonlyArray<number>; readonly to: number }) =>
    [...starts, to].map((at) => new Date(at).toLocaleString("sv-SE", { timeZone: zone }))

describe("the range of a site's charts", () => {
  it("covers seven of the reader's days, ending today", () => {
    const now = Date.parse("2026-11-22T16:40:00Z")
    for (const zone of ["UTC", "Asia/Kolkata", "Asia/Tokyo", "America/Los_Angeles"]) {
      const days = lastDays(7, now, zone)
      expect(days.starts, zone).toHaveLength(7)
      const texts = formatSteps(zone)(days)
      expect(texts.every((text) => text.endsWith(" 00:00:00")), zone).toBe(true)
      const today = zone === "Asia/Tokyo" ? 23 : 22
      expect(texts.map((text) => Number(text.slice(8, 10))), zone).toEqual(
        Array.from({ length: 8 }, (_, at) => today - 6 + at)
      )
    }
  })

  it("treats a day of 25 hours as one day", () => {
    const { starts, to } = lastDays(7, Date.parse("2026-10-27T09:00:00Z"), "Europe/Budapest")
    const lengths = [...starts.slice(1), to].map((at, n) => (at - starts[n]!) / hour)
    expect(lengths).toEqual([24, 24, 24, 24, 25, 24, 24])
  })

  it("ends 24 hours with the current hour", () => {
    const { starts, to } = lastHours(24, Date.parse("2026-11-22T16:40:00Z"))
    expect([starts.length, new Date(starts[0]!).toISOString(), new Date(to).toISOString()]).toEqual([
      24,
      "2026-11-21T17:00:00.000Z",
      "2026-11-22T17:00:00.000Z"
    ])
  })
})
