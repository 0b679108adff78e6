import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { combineRisk, judge, type Rule } from "../../../core/scoring/RuleSet.ts"
import { signalRuleSet, signals, weight } from "../../harness/Arbitraries.ts"

const weights = fc.array(weight, { maxLength: 20 })

describe("the fold from weights to a risk", () => {
  it("adds points, applies floors, and stays within 0 and 100", () => {
    expect(combineRisk([])).toBe(0)
    expect(combineRisk([{ points: 20 }, { points: 30 }])).toBe(50)
    expect(combineRisk([{ points: 20, riskAtLeast: 31 }])).toBe(31)
    expect(combineRisk([{ points: 40 }, { points: 0, riskAtLeast: 31 }])).toBe(40)
    expect(combineRisk([{ points: 60 }, { points: 60 }])).toBe(100)
  })

  it("is the larger of the sum and the highest floor, up to 100", () => {
    fc.assert(fc.property(weights, (all) => {
      const points = all.reduce((sum, one) => sum + one.points, 0)
      const floor = Math.max(0, ...all.map((one) => one.riskAtLeast ?? 0))
      expect(combineRisk(all)).toBe(Math.min(100, Math.max(points, floor)))
    }))
  })

  it("does not decrease with an added weight, and is independent of order", () => {
    fc.assert(fc.property(weights, weight, (all, more) => {
      expect(combineRisk([...all, more])).toBeGreaterThanOrEqual(combineRisk(all))
      expect(combineRisk(all.toReversed())).toBe(combineRisk(all))
    }))
  })
})

describe("a judgment", () => {
  const rule = (code: string, points: number, riskAtLeast?: number): Rule<unknown> => ({
    code,
    points,
    ...(riskAtLeast === undefined ? {} : { riskAtLeast }),
    when: () => true,
    message: () => `${code} holds.`
  })

  it("sorts rules by weight, then by code", () => {
    const { reasons } = judge([rule("B", 10), rule("A", 10), rule("D", 1, 90), rule("C", 40)], null)
    expect(reasons.map(({ code }) => code)).toEqual(["D", "C", "A", "B"])
    expect(judge([rule("A", 0), rule("B", 1)], null).reasons.map(({ code }) => code)).toEqual(["B", "A"])
  })

  it("reports exactly the rules that apply, and its score is 100 minus the risk", () => {
    fc.assert(fc.property(signalRuleSet(), signals(), (rules, present) => {
      const { reasons, risk, score } = judge(rules, present)
      const held = rules.filter(({ when }) => when(present)).map(({ code }) => code)
      expect(reasons.map(({ code }) => code).toSorted()).toEqual(held.toSorted())
      expect(risk + score).toBe(100)
    }))
  })
})
