import { expect, it } from "vitest"
import { Instant } from "../../../apps/dashboard/parts/text/Instant.tsx"
import { shown } from "./Shown.ts"

it("shows seconds to distinguish two close instants", () => {
  const at = new Date(2026, 10, 22, 5, 14, 31).getTime()
  expect(shown(Instant, { at, isExact: true, hasSeconds: true })).toContain("05:14:31")
  const short = shown(Instant, { at, isExact: true })
  expect(short).toContain("05:14<")
})

it("shows the time zone if the page does not, and relative times are reachable by keyboard", () => {
  // The pages' clock has the time at which their module loaded, possibly minutes ago. 3.4 hours leave a margin.
  const at = Date.now() - 3.4 * 3_600_000
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(shown(Instant, { at, isExact: true, isZoned: true })).toContain(`(${zone})`)
  expect(shown(Instant, { at, isExact: true })).not.toContain(zone)
  expect(shown(Instant, { at })).toMatch(/<time[^>]*tabindex="0"[^>]*>3 hours ago</)
  expect(shown(Instant, { at, isExact: true })).not.toContain("tabindex")
})
