import { expect, it } from "vitest"
import { dayMillis } from "../../../apps/dashboard/pages/overview/Days.ts"
import { paceSaid } from "../../../apps/dashboard/pages/overview/Pace.ts"

const week = { from: 0, to: 7 * dayMillis }

it("says how much a day, of the days that are over", () => {
  expect(paceSaid(7_000, week, 8 * dayMillis)).toBe("About 1,000 a day.")
  expect(paceSaid(7_000, week, 3.5 * dayMillis)).toBe("About 2,000 a day.")
  expect(paceSaid(3, week, 8 * dayMillis)).toBe("Less than one a day.")
})

it("says no pace of a day or less, nor of days to come", () => {
  expect(paceSaid(5, { from: 0, to: dayMillis }, 8 * dayMillis)).toBe("In the time shown.")
  expect(paceSaid(5, week, -dayMillis)).toBe("In the time shown.")
  expect(paceSaid(0, week, 8 * dayMillis)).toBe("None in the time shown.")
})
