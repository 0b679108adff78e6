import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  explainRiskTotal,
  formatSignalWeight,
  urgencyScale
} from "../../../apps/dashboard/pages/threats/SubmissionLabels.tsx"
import { combineRisk } from "../../../core/scoring/RuleSet.ts"
import { explainTriage, triageRules } from "../../../core/submissions/TriageRules.ts"

it("the scale covers every score from 0 to 100 once", () => {
  expect(urgencyScale).toBe("0 to 24 is low, 25 to 59 raised, 60 to 100 high")
})

it.each([
  [{ points: 25, riskAtLeast: null }, "+25"],
  [{ points: 0, riskAtLeast: null }, "–"],
  [{ points: 0, riskAtLeast: 90 }, "at least 90"],
  [{ points: null, riskAtLeast: null }, ""]
])("%j counts for %j", (share, text) => {
  expect(formatSignalWeight(share)).toBe(text)
})

describe("the explanation of the urgency", () => {
  it("is empty if the urgency is the sum of the points", () => {
    expect(explainRiskTotal([{ points: 30, riskAtLeast: null }, { points: 25, riskAtLeast: null }], 55)).toBe(null)
    expect(explainRiskTotal([], 0)).toBe(null)
  })

  it("names the maximum, and the signal that raises it", () => {
    const many = [60, 45].map((points) => ({ points, riskAtLeast: null }))
    expect(explainRiskTotal(many, 100)).toBe("The points add up to 105, but the maximum is 100.")
    expect(explainRiskTotal([{ points: 0, riskAtLeast: 90 }, { points: 10, riskAtLeast: null }], 90)).toBe(
      "The points add up to 10, and one signal raises that to 90."
    )
  })

  it("says that it is unknown if the rules have changed, without using the current rules", () => {
    const unknown = /rules have changed/
    expect(explainRiskTotal([{ points: null, riskAtLeast: null }], 35)).toMatch(unknown)
    expect(explainRiskTotal([], 35)).toMatch(unknown)
    fc.assert(fc.property(fc.subarray([...triageRules]), (held) => {
      const triageRisk = combineRisk(held)
      const triageReasons = held.map(({ code }) => ({ code, message: "" }))
      expect(explainRiskTotal(explainTriage({ triageReasons, triageRisk }), triageRisk) ?? "").not.toMatch(unknown)
    }))
  })
})
