import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { BandTable, clampScore } from "../../../core/scoring/Band.ts"
import { documentRatings, leadVerdicts, shieldBands, triageUrgencies } from "../../../core/scoring/Bands.ts"

/**
 * Lowest and highest score of each band, as in the API contract.
 *
 * The contract does not contain the triage urgencies.
 */
const contract = [
  { what: "document ratings", bands: documentRatings, ranges: { block: [0, 69], warn: [70, 84], ok: [85, 100] } },
  { what: "lead verdicts", bands: leadVerdicts, ranges: { clean: [0, 24], review: [25, 79], spam: [80, 100] } },
  {
    what: "Shield bands",
    bands: shieldBands,
    ranges: { "elevated-bot-risk": [0, 39], "some-risk": [40, 69], human: [70, 100] }
  },
  { what: "triage urgencies", bands: triageUrgencies, ranges: { low: [0, 24], raised: [25, 59], high: [60, 100] } }
]

describe.each(contract)("$what", ({ bands, ranges }) => {
  it("name every score as the contract does", () => {
    const named = Object.entries(ranges).flatMap(([name, [from, to]]) =>
      Array.from({ length: to! - from! + 1 }, (_, at) => [from! + at, name] as const)
    )
    expect(named.map(([score]) => score)).toEqual(Array.from({ length: 101 }, (_, score) => score))
    for (const [score, name] of named) expect(bands.nameOf(score), String(score)).toBe(name)
  })

  it("treat invalid scores as the nearest lower score", () => {
    fc.assert(fc.property(fc.double(), (score) => {
      expect(bands.nameOf(score)).toBe(bands.nameOf(clampScore(score)))
    }))
  })
})

describe("a score", () => {
  it("is an integer from 0 to 100 for any input", () => {
    fc.assert(fc.property(fc.double(), (value) => {
      const score = clampScore(value)
      expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
      if (value >= 0 && value <= 100) expect(score).toBe(Math.abs(Math.floor(value)))
    }))
  })
})

describe("a table of bands", () => {
  it("cannot have a gap, an overlap or a fraction", () => {
    for (const froms of [[1], [0, 0], [0, 50, 20], [0, 101], [0, 10.5], [-1, 5], [NaN]]) {
      const [first, ...rest] = froms.map((from, at) => ({ name: `band ${at}`, from }))
      expect(() => new BandTable([first!, ...rest]), froms.join()).toThrow(RangeError)
    }
  })
})
