import { expect, it } from "vitest"
import { overviewDaysMax } from "../../../adapters/http/account/api/Overview.ts"
import { dayMillis, hourMillis } from "../../../apps/dashboard/shared/time/Days.ts"
import { parseRange } from "../../../apps/dashboard/shared/time/Range.ts"

const now = Date.parse("2026-11-22T10:20:30Z")
const zone = "Europe/Berlin"

it("defaults to the last seven days, including today", () => {
  for (const query of [{}, { range: "7d" }, { range: "century" }]) {
    const range = parseRange(query, now, zone)
    expect([range.name, range.fromDay, range.toDay, range.problem]).toEqual(["7d", "2026-11-16", "2026-11-22", null])
    expect(new Date(range.from).toISOString()).toBe("2026-11-15T23:00:00.000Z")
    expect(range.to - range.from).toBe(7 * dayMillis)
  }
})

it("builds 24 hours from whole hours, including the current one", () => {
  const range = parseRange({ range: "24h" }, now, zone)
  expect(new Date(range.to).toISOString()).toBe("2026-11-22T11:00:00.000Z")
  expect(range.to - range.from).toBe(24 * hourMillis)
})

it("keeps thirty days across a clock change", () => {
  const range = parseRange({ range: "30d" }, Date.parse("2026-11-05T10:00:00Z"), zone)
  expect(range.fromDay).toBe("2026-10-07")
  expect(range.to - range.from).toBe(30 * dayMillis + hourMillis)
})

it("includes both ends of a custom range", () => {
  const range = parseRange({ range: "own", from: "2026-11-01", to: "2026-11-03" }, now, "UTC")
  expect([range.from, range.to]).toEqual([Date.parse("2026-11-01"), Date.parse("2026-11-04")])
  expect(range.problem).toBeNull()
})

it("reports an invalid custom range and shows the last seven days", () => {
  const parseOwnRange = (from: string, to: string) => parseRange({ range: "own", from, to }, now, "UTC")
  for (
    const range of [
      parseOwnRange("2026-11-03", "2026-11-01"),
      parseOwnRange("", "x"),
      parseOwnRange("2026-01-01", "2026-11-01")
    ]
  ) {
    expect(range.problem).not.toBeNull()
    expect(range.name).toBe("own")
    expect(range.fromDay).toBe("2026-11-16")
  }
  expect(parseOwnRange("2026-06-01", "2026-08-31").problem).toBeNull()
  expect(overviewDaysMax).toBe(92)
  expect(parseOwnRange("2026-05-31", "2026-08-31").problem).not.toBeNull()
})
