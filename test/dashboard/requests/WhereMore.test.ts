import { expect, it } from "vitest"
import { whereMore } from "../../../apps/dashboard/pages/requests/RequestDetail.tsx"

const asked = (operation: string, verdict: string | null = "clean 3") => ({ operation, requestId: "r1", verdict })

it("leads to the document or the lead, while there is one", () => {
  expect(whereMore(asked("scan"), false)?.path).toBe("/documents/r1")
  expect(whereMore(asked("lead/analyze"), true)?.path).toBe("/leads/r1")
  // Somebody has forgotten the lead since.
  expect(whereMore(asked("lead/analyze"), false)).toBe(null)
  expect(whereMore(asked("scan/url"), true)).toBe(null)
  for (const operation of ["scan", "lead/analyze"]) expect(whereMore(asked(operation, null), true)).toBe(null)
})
