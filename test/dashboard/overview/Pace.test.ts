import { expect, it } from "vitest"
import { paceSaid } from "../../../apps/dashboard/pages/overview/Pace.ts"

const week = { creditsPerDay: 3_715, requestsPerDay: 705.4, days: 7 }

it("says how much a day, over the days that the pace of credits is over", () => {
  expect(paceSaid(4_937, week)).toBe("705 a day in the last 7 days.")
  // Another range is shown, and the pace is still the one that credits are told by.
  expect(paceSaid(30, week)).toBe("705 a day in the last 7 days.")
  expect(paceSaid(3, { ...week, requestsPerDay: 0.4 })).toBe("Less than one a day in the last 7 days.")
})

it("says no pace of a first day, nor of nothing", () => {
  expect(paceSaid(5, { ...week, days: 1 })).toBe("In the time shown.")
  expect(paceSaid(5, { ...week, requestsPerDay: 0 })).toBe("In the time shown.")
  expect(paceSaid(5, null)).toBe("In the time shown.")
  expect(paceSaid(0, week)).toBe("None in the time shown.")
})
