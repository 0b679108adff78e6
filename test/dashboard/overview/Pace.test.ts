import { expect, it } from "vitest"
import { daysWithRequests, formatPace } from "../../../apps/dashboard/shared/time/Pace.ts"

it("shows the daily average and the number of days", () => {
  expect(formatPace(4_960, 7)).toBe("709 per day over 7 days")
  expect(formatPace(3, 7)).toBe("Less than one per day over 7 days")
})

it("shows no average for one day or for zero requests", () => {
  expect(formatPace(5, 1)).toBe("In this period")
  expect(formatPace(0, 7)).toBe("None in this period")
})

const at = (text: string): number => Date.parse(text)
const hoursWithRequestAt = (
  text: string
) => [{ at: at("2026-11-15T00:00Z"), requests: 0 }, { at: at(text), requests: 3 }]

it.each(
  [
    ["the whole week", "2026-11-16T02:00Z", { name: "7d", to: "2026-11-23T00:00Z" }, "UTC", 7],
    ["an account of yesterday", "2026-11-21T23:00Z", { name: "7d", to: "2026-11-23T00:00Z" }, "UTC", 2],
    ["an account of today", "2026-11-22T07:00Z", { name: "30d", to: "2026-11-23T00:00Z" }, "UTC", 1],
    ["a day and a night", "2026-11-21T10:00Z", { name: "24h", to: "2026-11-22T10:00Z" }, "UTC", 1],
    ["days that are over", "2026-11-10T10:00Z", { name: "own", to: "2026-11-13T00:00Z" }, "UTC", 3],
    ["days to come", "2026-11-21T10:00Z", { name: "own", to: "2026-12-01T00:00Z" }, "UTC", 2],
    ["the reader's days", "2026-11-20T23:30Z", { name: "7d", to: "2026-11-22T23:00Z" }, "Europe/Amsterdam", 2],
    ["clocks that change", "2026-10-24T10:00Z", { name: "own", to: "2026-10-26T23:00Z" }, "Europe/Amsterdam", 3]
  ] as const
)("counts the days of %s", (_, first, { name, to }, zone, wanted) => {
  const now = at("2026-11-22T08:30Z")
  expect(daysWithRequests(hoursWithRequestAt(first), { name, to: at(to) }, now, zone)).toBe(wanted)
})

it("counts one day if there is no traffic", () => {
  expect(daysWithRequests([], { name: "7d", to: 1 }, 0, "UTC")).toBe(1)
})
