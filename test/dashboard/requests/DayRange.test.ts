import fc from "fast-check"
import { expect, it } from "vitest"
import { dayPresets, daysSaid, daysUntil } from "../../../apps/dashboard/pages/requests/DayRange.tsx"

const today = "2026-11-22"
const said = (from: string, to: string) => daysSaid({ from, to }, today)

it("says in a few words which days are shown", () => {
  expect(said("", "")).toBe("Any time")
  expect(said("2026-11-22", "2026-11-22")).toBe("Today")
  expect(said("2026-11-16", "2026-11-22")).toBe("Last 7 days")
  expect(said("2026-10-24", "2026-11-22")).toBe("Last 30 days")
  expect(said("2026-11-16", "")).toBe("Since 16 Nov")
  expect(said("", "2025-11-16")).toBe("Until 16 Nov 2025")
  expect(said("2026-11-03", "2026-11-03")).toBe("3 Nov")
  expect(said("2026-11-03", "2026-11-09")).toMatch(/^3\s?–\s?9 Nov$/)
  expect(said("2025-12-30", "2026-01-02")).toMatch(/^30 Dec 2025\s–\s2 Jan 2026$/)
})

it("does not turn days that are the wrong way round", () => {
  expect(said("2026-11-09", "2026-11-03")).toBe("9 Nov – 3 Nov")
})

it("says of nonsense what the list does with it: nothing", () => {
  fc.assert(fc.property(fc.string(), (text) => said(text, "") === "Any time"))
})

it("calls each stretch that is offered by its name", () => {
  for (const { days, label } of dayPresets) expect(daysSaid(daysUntil(today, days), today)).toBe(label)
})
