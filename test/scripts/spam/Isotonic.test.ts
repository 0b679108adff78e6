import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fitIsotonic } from "../../../scripts/spam/Isotonic.ts"

const points = fc.array(
  fc.record({
    score: fc.double({ min: -10, max: 10, noNaN: true }),
    spam: fc.constantFrom(0, 1),
    weight: fc.double({ min: 0.01, max: 2, noNaN: true })
  }),
  { minLength: 1, maxLength: 200 }
)

describe("the calibration curve", () => {
  it("rises in few knots and never reaches 0 or 1", () => {
    fc.assert(fc.property(points, (all) => {
      const knots = fitIsotonic(all, 12, 0.01)
      expect(knots.length).toBeGreaterThan(0)
      expect(knots.length).toBeLessThanOrEqual(12)
      knots.forEach(({ probability, score }, at) => {
        const before = knots[at - 1]
        if (before !== undefined) {
          expect(score).toBeGreaterThan(before.score)
          expect(probability).toBeGreaterThanOrEqual(before.probability)
        }
        expect(probability).toBeGreaterThanOrEqual(0)
        expect(probability).toBeLessThanOrEqual(1)
      })
    }))
  })

  it("finds shares that rise with the score", () => {
    const all = [-1, 0, 1].flatMap((level, step) =>
      Array.from(
        { length: 1_000 },
        (_, at) => ({ score: level + at / 1e5, spam: at % 10 < 1 + 4 * step ? 1 : 0, weight: 1 })
      )
    )
    const at = (score: number) => {
      const knots = fitIsotonic(all, 20, 0)
      return knots.reduce((near, knot) => Math.abs(knot.score - score) < Math.abs(near.score - score) ? knot : near)
    }
    expect(at(-1 + 0.005).probability).toBeCloseTo(0.1, 1)
    expect(at(0.005).probability).toBeCloseTo(0.5, 1)
    expect(at(1.005).probability).toBeCloseTo(0.9, 1)
  })

  it("smooths shares without a counterexample towards the mean", () => {
    const all = [-2, -1, 1, 2].map((score) => ({ score, spam: score > 0 ? 1 : 0, weight: 1 }))
    const [low, high] = [fitIsotonic(all, 4, 0.1)[1], fitIsotonic(all, 4, 0.1)[2]]
    expect(low?.probability).toBeGreaterThan(0.05)
    expect(high?.probability).toBeLessThan(0.95)
  })

  it("keeps rising if smoothing moves a light pool below a heavy one", () => {
    const all = [[-1, 0, 50], [0, 0.9, 50], [1, 1, 3]].map(([score = 0, spam = 0, weight = 0]) => ({
      score,
      spam,
      weight
    }))
    const probabilities = fitIsotonic(all, 8, 0.5).map(({ probability }) => probability)
    expect(probabilities).toEqual(probabilities.toSorted((one, other) => one - other))
    expect(probabilities).toHaveLength(3)
  })
})
