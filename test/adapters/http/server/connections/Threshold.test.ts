import { expect, it } from "vitest"
import { Threshold } from "../../../../../adapters/http/server/connections/ConnectionGuard.ts"

it("warns once each time the usage rises to 80 %", () => {
  const threshold = new Threshold()
  const due = [0, 79, 80, 81, 100, 79, 80, 71, 100, 70, 80, 69, 79, 80, 90].map((used) =>
    threshold.isNewlyCrossed(used, 100)
  )
  // Between the two warnings, the usage falls below 70 %.
  expect(due.flatMap((isDue, at) => isDue ? [at] : [])).toEqual([2, 13])
})
