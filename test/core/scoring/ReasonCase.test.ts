import { expect, it } from "vitest"
import { makeFinding } from "../../../core/documents/reasons/Finding.ts"
import { makeLeadSignal } from "../../../core/leads/signals/LeadSignal.ts"
import { distinctPointsOf, fillPlaceholders } from "../../../core/scoring/ReasonCase.ts"

it("fills the blanks of a message in order, and none of those within a value", () => {
  expect(fillPlaceholders("… leads to ….", ["a…b", "c"])).toBe("a…b leads to c.")
  expect(fillPlaceholders("Nothing to fill in", [])).toBe("Nothing to fill in")
})

it("lists the points of cases once, ascending", () => {
  expect(distinctPointsOf({ high: [60, ""], low: [5, ""], same: [60, ""] })).toEqual([5, 60])
  expect(distinctPointsOf({})).toEqual([])
})

it("a case of another code, or another number of values, does not compile", () => {
  // @ts-expect-error -- a case of another code
  expect(() => makeFinding("MALFORMED", "listed", ["a"], "part")).toThrow(TypeError)
  // @ts-expect-error -- a value is missing
  expect(makeFinding("MALFORMED", "damaged", [], "part").message).toBe("Damaged: ")
  // @ts-expect-error -- a value too many
  expect(makeLeadSignal("ROLE_ACCOUNT", "role", ["a"]).points).toBe(3)
})
