import { expect, it } from "vitest"
import { finding } from "../../../core/documents/reasons/Finding.ts"
import { leadSignal } from "../../../core/leads/signals/LeadSignal.ts"
import { fillPlaceholders, pointsOfCases } from "../../../core/scoring/Case.ts"

it("fills the blanks of a message in order, and none of those within a value", () => {
  expect(fillPlaceholders("… leads to ….", ["a…b", "c"])).toBe("a…b leads to c.")
  expect(fillPlaceholders("Nothing to fill in", [])).toBe("Nothing to fill in")
})

it("lists the points of cases once, ascending", () => {
  expect(pointsOfCases({ high: [60, ""], low: [5, ""], same: [60, ""] })).toEqual([5, 60])
  expect(pointsOfCases({})).toEqual([])
})

it("a case of another code, or another number of values, does not compile", () => {
  // @ts-expect-error -- a case of another code
  expect(() => finding("MALFORMED", "listed", ["a"], "part")).toThrow(TypeError)
  // @ts-expect-error -- a value is missing
  expect(finding("MALFORMED", "damaged", [], "part").message).toBe("Damaged: ")
  // @ts-expect-error -- a value too many
  expect(leadSignal("ROLE_ACCOUNT", "role", ["a"]).points).toBe(3)
})
