import fc from "fast-check"
import { expect, it } from "vitest"
import {
  dayPresets,
  daysEndingAt,
  formatDays,
  PresetButtons
} from "../../../apps/dashboard/pages/requests/DayRange.tsx"
import { shown } from "../parts/Shown.ts"

const today = "2026-11-22"
const formatted = (from: string, to: string) => formatDays({ from, to }, today)

it("describes the shown days briefly", () => {
  expect(formatted("", "")).toBe("Any time")
  expect(formatted("2026-11-22", "2026-11-22")).toBe("Today")
  expect(formatted("2026-11-16", "2026-11-22")).toBe("Last 7 days")
  expect(formatted("2026-10-24", "2026-11-22")).toBe("Last 30 days")
  expect(formatted("2026-11-16", "")).toBe("Since 16 Nov")
  expect(formatted("", "2025-11-16")).toBe("Until 16 Nov 2025")
  expect(formatted("2026-11-03", "2026-11-03")).toBe("3 Nov")
  expect(formatted("2026-11-03", "2026-11-09")).toMatch(/^3\s?–\s?9 Nov$/)
  expect(formatted("2025-12-30", "2026-01-02")).toMatch(/^30 Dec 2025\s–\s2 Jan 2026$/)
})

it("does not swap days in the wrong order", () => {
  expect(formatted("2026-11-09", "2026-11-03")).toBe("9 Nov – 3 Nov")
})

it("says that an invalid range has no effect on the list", () => {
  fc.assert(fc.property(fc.string(), (text) => formatted(text, "") === "Any time"))
})

it("shows the name of each preset range", () => {
  for (const { days, label } of dayPresets) expect(formatDays(daysEndingAt(today, days), today)).toBe(label)
})

it.each([...dayPresets.map(({ label }) => label), "Any time"])(
  "highlights only the current range: %s",
  (selectedLabel) => {
    const html = shown(PresetButtons, { selectedLabel, today, onChoose: () => {} })
    const highlighted = [...html.matchAll(/<button[^>]*data-variant="light"[^>]*>(.*?)<\/button>/g)]
    expect(highlighted.map(([, content]) => content!.replace(/<[^>]*>/g, ""))).toEqual([selectedLabel])
  }
)

it("highlights no preset for another range", () => {
  const html = shown(PresetButtons, { selectedLabel: "3–9 Nov", today, onChoose: () => {} })
  expect(html).not.toContain("data-variant=\"light\"")
})
