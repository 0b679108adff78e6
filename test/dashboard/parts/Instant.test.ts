import { expect, it } from "vitest"
import { Instant } from "../../../apps/dashboard/parts/text/Instant.tsx"
import { shown } from "./Shown.ts"

it("has seconds where two that are close have to be told apart", () => {
  const at = new Date(2026, 10, 22, 5, 14, 31).getTime()
  expect(shown(Instant, { at, isExact: true, hasSeconds: true })).toContain("05:14:31")
  const short = shown(Instant, { at, isExact: true })
  expect(short).toContain("05:14<")
})

it("says the zone where its page does not, and can be reached without a mouse where it only says how long ago", () => {
  // The clock of pages was read when their module was loaded, which may be minutes ago.
  const at = Date.now() - 3.4 * 3_600_000
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(shown(Instant, { at, isExact: true, isZoned: true })).toContain(`(${zone})`)
  expect(shown(Instant, { at, isExact: true })).not.toContain(zone)
  expect(shown(Instant, { at })).toMatch(/<time[^>]*tabindex="0"[^>]*>3 hours ago</)
  expect(shown(Instant, { at, isExact: true })).not.toContain("tabindex")
})
