import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  byWeightThenCode,
  combineSignals,
  largest,
  type Scoring,
  type Signal,
  sum
} from "../../../core/scoring/CombineSignals.ts"
import { runs } from "../../support/TestRun.ts"

/** Scoring of codes such as `a1`, `a2` and `b1`. The letter is the group. */
const scoring: Scoring<string, string> = {
  groupOf: (code) => code[0]!,
  groups: ["b", "a"],
  combineGroup: largest,
  combineAll: (values) => sum(values.map((value, at) => value / (at + 1)))
}

const signal: fc.Arbitrary<Signal> = fc.record({
  code: fc.constantFrom("a1", "a2", "b1", "c1"),
  weight: fc.double({ min: -200, max: 200, noNaN: true }),
  atLeast: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined })
})

const folded = (...signals: ReadonlyArray<readonly [string, number, number?]>) =>
  combineSignals(scoring, signals.map(([code, weight, atLeast]) => ({ code, weight, atLeast })))

describe("the fold from signals to a score", () => {
  it.each<[string, ReadonlyArray<readonly [string, number, number?]>, number]>([
    ["nothing", [], 0],
    ["groups in their order, the first in full", [["b1", 30]], 30],
    ["the second group by half", [["a1", 30]], 15],
    ["a group that is not listed after the others", [["c1", 30]], 10],
    ["of a code the strongest signal", [["b1", 10], ["b1", 30], ["b1", 20]], 30],
    ["of a group what its codes come to", [["a1", 10], ["a2", 40]], 20],
    ["fractions are rounded down", [["a1", 31]], 15],
    ["at least what a signal forces", [["b1", 10, 60]], 60],
    ["more than what a signal forces", [["b1", 70, 60]], 70],
    ["no more than 100", [["b1", 90], ["a1", 90]], 100]
  ])("%s", (_, signals, expected) => expect(folded(...signals)).toBe(expected))

  it("counts a negative weight by its magnitude", () => {
    const sums: Scoring<string, string> = {
      groupOf: () => "all",
      groups: [],
      combineGroup: sum,
      combineAll: (all) => 50 + sum(all)
    }
    const weights = (...of: ReadonlyArray<number>) => combineSignals(sums, of.map((weight) => ({ code: "x", weight })))
    expect([weights(-20, -5), weights(-5, -20), weights(10, -20)]).toEqual([30, 30, 30])
  })

  it("is an integer from 0 to 100, independent of order", () => {
    fc.assert(
      fc.property(
        fc.array(signal).chain((signals) =>
          fc.tuple(fc.constant(signals), fc.shuffledSubarray(signals, { minLength: signals.length }))
        ),
        ([signals, shuffled]) => {
          const score = combineSignals(scoring, signals)
          expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
          // Order matters only for signals of one code with opposite signs and equal magnitude. No judge produces them.
          const sizes = signals.map(({ code, weight }) => `${code} ${Math.abs(weight)}`)
          if (new Set(sizes).size === sizes.length) expect(combineSignals(scoring, shuffled)).toBe(score)
        }
      ),
      runs(300)
    )
  })
})

it("sorts reasons by weight, then by code", () => {
  const signals = [["b", 1], ["c", 2], ["a", 1], ["d", 2]].map(([code, weight]) => ({ code, weight }) as Signal)
  expect(signals.toSorted(byWeightThenCode).map(({ code }) => code)).toEqual(["c", "d", "a", "b"])
  const [one, , other] = signals
  expect([byWeightThenCode(one!, other!), byWeightThenCode(other!, one!), byWeightThenCode(one!, one!)]).toEqual([
    1,
    -1,
    0
  ])
})
