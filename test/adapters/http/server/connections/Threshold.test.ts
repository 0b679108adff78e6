import { expect, it } from "vitest"
import { Threshold } from "../../../../../adapters/http/server/connections/ConnectionGuard.ts"

it("a warning is due once for each time that the use rises to 80 %", () => {
  const threshold = new Threshold()
  const due = [0, 79, 80, 81, 100, 79, 80, 71, 100, 70, 80, 69, 79, 80, 90].map((used) =>
    threshold.crossedBy(used, 100)
  )
  // It falls below 70 % between the two.
  expect(due.flatMap((isDue, at) => isDue ? [at] : [])).toEqual([2, 13])
})
