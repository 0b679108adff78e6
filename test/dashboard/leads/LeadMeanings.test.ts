import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  categoryMeanings,
  categoryPointsMax,
  isOfOneWeight
} from "../../../apps/dashboard/shared/leads/LeadMeanings.ts"
import { categoryTitle } from "../../../apps/dashboard/shared/requests/CodeInWords.ts"
import { analysisOf } from "../../../core/leads/signals/LeadAnalysis.ts"
import { leadCatalogue, type LeadCode, leadPointsOf } from "../../../core/leads/signals/LeadCatalogue.ts"
import type { LeadSignal } from "../../../core/leads/signals/LeadSignal.ts"

describe("what was noticed", () => {
  it("explains the whole score: what is told of each category combines to no less", () => {
    const codes = Object.keys(leadCatalogue) as ReadonlyArray<LeadCode>
    const signal = fc.constantFrom(...codes).chain((code) =>
      fc.constantFrom(...leadPointsOf(leadCatalogue[code])).map((points): LeadSignal => ({
        code,
        category: leadCatalogue[code].category,
        points,
        message: "It is so."
      }))
    )
    fc.assert(fc.property(fc.uniqueArray(signal, { maxLength: 6, selector: ({ code }) => code }), (signals) => {
      const { categories, riskScore } = analysisOf(signals, { language: null, spamProbability: null })
      const told = categories.reduce((innocence, one) => innocence * (1 - categoryPointsMax(one) / 100), 1)
      expect(riskScore).toBeLessThanOrEqual(Math.round(100 * (1 - told)))
    }))
  })
})

describe("categories", () => {
  it("every category of the catalogue has a title, a meaning and points", () => {
    for (const { category } of Object.values(leadCatalogue)) {
      expect(categoryTitle(category)).toMatch(/^[A-Z][A-Za-z ]+$/)
      expect(categoryMeanings(category)).not.toEqual([])
      expect(categoryPointsMax(category)).toBeGreaterThan(0)
    }
  })

  it("are told in plain words: no points by cases, no code, no formula", () => {
    for (const { category } of Object.values(leadCatalogue)) {
      for (const meaning of categoryMeanings(category)) {
        expect(meaning).toMatch(/^[A-Z].*\.$/)
        expect(meaning).not.toMatch(/`|\(\d+\)|linear|points|\b0\.\d/)
      }
    }
  })

  it("a weight is told as a bound where it depends", () => {
    expect([isOfOneWeight("link_markup"), isOfOneWeight("many_links"), isOfOneWeight("gibberish")]).toEqual([
      true,
      false,
      false
    ])
  })

  it("what a newer server says is told as it stands", () => {
    expect([categoryTitle("brand_new"), categoryMeanings("brand_new"), categoryPointsMax("brand_new")]).toEqual([
      "Brand new",
      [],
      0
    ])
  })
})
