import { expect, it } from "vitest"
import { pointLabel } from "../../../apps/dashboard/pages/overview/Series.ts"

it("names days of the calendar, whatever the zone, and hours of the reader's", () => {
  expect(pointLabel("2026-11-22", "day")).toBe("Sun 22 Nov")
  expect(pointLabel(String(new Date(2026, 10, 22, 14).getTime()), "hour")).toBe("Sun 14:00")
})
