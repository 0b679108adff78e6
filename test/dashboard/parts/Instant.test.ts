import { expect, it } from "vitest"
import { Instant } from "../../../apps/dashboard/parts/Instant.tsx"
import { shown } from "./Shown.ts"

it("has seconds where two that are close have to be told apart", () => {
  const at = new Date(2026, 10, 22, 5, 14, 31).getTime()
  expect(shown(Instant, { at, isExact: true, hasSeconds: true })).toContain("05:14:31")
  const short = shown(Instant, { at, isExact: true })
  expect(short).toContain("05:14<")
})
