import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { foldRisk } from "../../../core/scoring/RuleSet.ts"
import { explainTriage, triageRules } from "../../../core/submissions/TriageRules.ts"

const reasons = (...codes: ReadonlyArray<string>) => codes.map((code) => ({ code, message: `of ${code}` }))

describe("what each reason counts for", () => {
  it("is what its rule gives", () => {
    expect(explainTriage({ triageRisk: 90, triageReasons: reasons("ALREADY_LISTED", "PORT", "ALLOWED") })).toEqual([
      { code: "ALREADY_LISTED", message: "of ALREADY_LISTED", points: 0, riskAtLeast: 90 },
      { code: "PORT", message: "of PORT", points: 10, riskAtLeast: null },
      { code: "ALLOWED", message: "of ALLOWED", points: 0, riskAtLeast: null }
    ])
    expect(explainTriage({ triageRisk: 0, triageReasons: [] })).toEqual([])
  })

  it.each([
    ["a rule that is gone", 35, reasons("LURE_WORDS", "OLD_RULE")],
    ["a risk that other rules made", 20, reasons("LURE_WORDS")]
  ])("is not told of %s", (_, triageRisk, triageReasons) => {
    for (const { points, riskAtLeast } of explainTriage({ triageRisk, triageReasons })) {
      expect([points, riskAtLeast]).toEqual([null, null])
    }
  })

  it("adds up to the risk wherever it is told", () => {
    fc.assert(fc.property(fc.subarray([...triageRules], { minLength: 1 }), fc.option(fc.nat(100)), (held, other) => {
      const triageRisk = other ?? foldRisk(held)
      const told = explainTriage({ triageRisk, triageReasons: reasons(...held.map(({ code }) => code)) })
      if (told.some(({ points }) => points === null)) {
        expect(triageRisk).not.toBe(foldRisk(held))
        return
      }
      const weights = told.map(({ points, riskAtLeast }) => ({
        points: points ?? 0,
        ...riskAtLeast === null ? {} : { riskAtLeast }
      }))
      expect(foldRisk(weights)).toBe(triageRisk)
    }))
  })
})
