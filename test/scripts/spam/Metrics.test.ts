import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  areaUnderCurve,
  computeCalibration,
  makeLabelWeights,
  recallAtFalseAlarms,
  type Scored,
  upperBound
} from "../../../scripts/spam/Metrics.ts"

const scored = fc.array(fc.record({ score: fc.integer({ min: 0, max: 20 }), spam: fc.boolean() }), { maxLength: 60 })

const one = (score: number, spam: boolean): Scored => ({ score, spam })

describe("the area under the curve", () => {
  it("is the share of pairs in which spam scores higher, with ties counted half", () => {
    fc.assert(fc.property(scored, (all) => {
      const pairs = all.filter(({ spam }) => spam).flatMap((a) =>
        all.filter(({ spam }) => !spam).map((b): number => a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0)
      )
      const area = areaUnderCurve(all)
      if (pairs.length === 0) expect(area).toBeNull()
      else expect(area).toBeCloseTo(pairs.reduce((sum, won) => sum + won, 0) / pairs.length, 10)
    }))
  })
})

describe("the upper bound of false positives", () => {
  // The bounds for 0 hits follow https://en.wikipedia.org/wiki/Rule_of_three_(statistics).
  // The other bounds are from the inverse of the beta distribution.
  it.each([[0, 100, 0.029513], [0, 1_000, 0.0029912], [3, 1_000, 0.0077351], [1, 10, 0.394163], [10, 10, 1], [
    0,
    0,
    1
  ]])(
    "%i of %i",
    (hits, tries, bound) => expect(upperBound(hits, tries)).toBeCloseTo(bound, 5)
  )
})

describe("recall at a false positive rate", () => {
  it("counts spam above the score that this share of ordinary messages exceeds", () => {
    const ordinary = Array.from({ length: 100 }, (_, at) => one(at, false))
    const all = [...ordinary, one(98.5, true), one(97.5, true), one(3, true), one(99.5, true)]
    expect(recallAtFalseAlarms(all, 0.01)).toBe(0.5)
    expect(recallAtFalseAlarms(all, 0)).toBe(0.25)
    expect(recallAtFalseAlarms(ordinary, 0.01)).toBeNull()
  })
})

describe("calibration", () => {
  it("has no error if the probabilities are correct", () => {
    const all = [...Array(8).fill(one(0.8, true)), ...Array(2).fill(one(0.8, false))]
    const found = computeCalibration(all, () => 1)
    expect(found.expectedError).toBeCloseTo(0, 10)
    expect(found.brier).toBeCloseTo(0.16, 10)
    expect(found.table).toEqual([{
      from: 0.8,
      messages: 10,
      predicted: expect.closeTo(0.8),
      observed: expect.closeTo(0.8)
    }])
  })

  it("weights the data to a given share of spam", () => {
    const all = [...Array(5).fill(one(1, true)), ...Array(95).fill(one(1, false))]
    expect(computeCalibration(all, makeLabelWeights(all, 0.3)).table[0]?.observed).toBeCloseTo(0.3, 10)
  })

  it("returns the size of the error", () => {
    expect(computeCalibration([one(0.9, false), one(0.1, true)], () => 1).expectedError).toBeCloseTo(0.9, 10)
  })
})
