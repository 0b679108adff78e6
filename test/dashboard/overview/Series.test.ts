import fc from "fast-check"
import { expect, it } from "vitest"
import { type HourSums, pointLabel, seriesOf } from "../../../apps/dashboard/pages/overview/Series.ts"
import { dayMillis, hourMillis } from "../../../apps/dashboard/shared/time/Days.ts"
import { parseRange } from "../../../apps/dashboard/shared/time/Range.ts"
import { runs } from "../../support/TestRun.ts"

const now = Date.parse("2026-11-22T10:20:30Z")

const hour = (at: string, requests: number, refused = 0, credits = requests): HourSums => ({
  at: Date.parse(at),
  requests,
  refused,
  credits
})

it("sums hours by the reader's day", () => {
  const range = parseRange({ range: "own", from: "2026-11-20", to: "2026-11-22" }, now, "Europe/Berlin")
  const hours = [hour("2026-11-20T22:00:00Z", 3, 1), hour("2026-11-20T23:00:00Z", 5, 0, 50)]
  expect(seriesOf(hours, range, "Europe/Berlin")).toEqual({
    unit: "day",
    points: [
      { key: "2026-11-20", requests: 3, answered: 2, refused: 1, credits: 3 },
      { key: "2026-11-21", requests: 5, answered: 5, refused: 0, credits: 50 },
      { key: "2026-11-22", requests: 0, answered: 0, refused: 0, credits: 0 }
    ]
  })
})

it("returns each hour of a day, including empty hours", () => {
  const range = parseRange({ range: "24h" }, now, "UTC")
  const { points, unit } = seriesOf([hour("2026-11-22T10:00:00Z", 7)], range, "UTC")
  expect([unit, points.length]).toEqual(["hour", 24])
  expect(points.at(-1)).toMatchObject({ key: String(Date.parse("2026-11-22T10:00:00Z")), requests: 7 })
  expect(points.slice(0, -1).every(({ requests }) => requests === 0)).toBe(true)
})

it("assigns an hour that two days share to the shown day", () => {
  const range = parseRange({ range: "7d" }, now, "Asia/Kolkata")
  const { points } = seriesOf([hour("2026-11-15T18:00:00Z", 2)], range, "Asia/Kolkata")
  expect(points[0]).toMatchObject({ key: "2026-11-16", requests: 2 })
})

it("returns every point once and in order, without adding any", () => {
  const zones = ["UTC", "Asia/Kolkata", "America/New_York", "Europe/Berlin", "Pacific/Kiritimati"]
  const hours = fc.array(fc.record({
    at: fc.integer({ min: 0, max: 800 }).map((back) => Math.floor(now / hourMillis - back) * hourMillis),
    requests: fc.nat(1000),
    refused: fc.constant(0),
    credits: fc.nat(1000)
  }))
  fc.assert(
    fc.property(hours, fc.constantFrom(...zones), fc.constantFrom("24h", "7d", "30d"), (hours, zone, name) => {
      const { points } = seriesOf(hours, parseRange({ range: name }, now, zone), zone)
      const sum = (of: ReadonlyArray<{ readonly requests: number }>) => of.reduce((all, one) => all + one.requests, 0)
      expect(sum(points)).toBe(sum(hours))
      const keys = points.map(({ key }) => key)
      expect(keys).toEqual([...new Set(keys)].toSorted())
    }),
    runs(40)
  )
})

it("returns no points for an invalid range", () => {
  expect(seriesOf([hour("2026-11-22T10:00:00Z", 1)], { from: now, to: now - dayMillis }, "UTC").points).toEqual([])
})

it("labels calendar days independently of the time zone, and hours in the reader's", () => {
  expect(pointLabel("2026-11-22", "day")).toBe("Sun 22 Nov")
  expect(pointLabel(String(new Date(2026, 10, 22, 14).getTime()), "hour")).toBe("Sun 14:00")
})
