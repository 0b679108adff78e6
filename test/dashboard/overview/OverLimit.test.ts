import { expect, it } from "vitest"
import { limitedOf, limitedSaid, refusedSaid } from "../../../apps/dashboard/pages/overview/Operations.tsx"

it("tells what was over a limit apart from what was refused", () => {
  expect(limitedOf([{ limited: 7 }, { limited: 2 }, { limited: 0 }])).toBe(9)
  expect(refusedSaid(0, 0)).toBe("None in the time shown.")
  expect(refusedSaid(22, 0)).toBe("22 of them, at no cost.")
  expect(refusedSaid(22, 9)).toBe("22 of them, at no cost. 9 more were over the limit of their key.")
  expect(refusedSaid(0, 1)).toBe("None of them. 1 more was over the limit of its key.")
  expect(limitedSaid(1_000)).toBe("1,000 more were over the limit of their key.")
})
