import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  categoryMeanings,
  categoryPointsMax,
  formatCategoryPoints,
  formatProbability,
  formatTextPoints,
  hasSingleWeight
} from "../../../apps/dashboard/shared/leads/CategoryList.tsx"
import { categoryLabel } from "../../../apps/dashboard/shared/requests/CodeLabels.ts"
import { judgeText, pointsOfProbability } from "../../../core/leads/judge/JudgeText.ts"
import { makeAnalysis } from "../../../core/leads/signals/LeadAnalysis.ts"
import { leadCatalog, type LeadCode, leadPointsOf } from "../../../core/leads/signals/LeadCatalog.ts"
import type { LeadSignal } from "../../../core/leads/signals/LeadSignal.ts"

describe("lead categories", () => {
  it("explain the whole score: the points of all categories combine to it", () => {
    const codes = Object.keys(leadCatalog) as ReadonlyArray<LeadCode>
    const signal = fc.constantFrom(...codes).chain((code) =>
      fc.constantFrom(...leadPointsOf(leadCatalog[code])).map((points): LeadSignal => ({
        code,
        category: leadCatalog[code].category,
        points,
        message: "It is so."
      }))
    )
    fc.assert(fc.property(fc.uniqueArray(signal, { maxLength: 6, selector: ({ code }) => code }), (signals) => {
      const { categories, riskScore } = makeAnalysis(signals, { language: null, spamProbability: null })
      const told = categories.reduce((innocence, one) => innocence * (1 - categoryPointsMax(one) / 100), 1)
      expect(riskScore).toBeLessThanOrEqual(Math.round(100 * (1 - told)))
    }))
  })
})

describe("categories", () => {
  it("have a title, a meaning and points for every entry of the catalog", () => {
    for (const { category } of Object.values(leadCatalog)) {
      expect(categoryLabel(category)).toMatch(/^[A-Z][A-Za-z ]+$/)
      expect(categoryMeanings(category)).not.toEqual([])
      expect(categoryPointsMax(category)).toBeGreaterThan(0)
    }
  })

  it("are described in plain words, without cases, codes or formulas", () => {
    for (const { category } of Object.values(leadCatalog)) {
      for (const meaning of categoryMeanings(category)) {
        expect(meaning).toMatch(/^[A-Z].*\.$/)
        expect(meaning).not.toMatch(/`|\(\d+\)|linear|points|\b0\.\d/)
      }
    }
  })

  it("show a weight as an upper bound if it depends on other values", () => {
    expect([hasSingleWeight("link_markup"), hasSingleWeight("many_links"), hasSingleWeight("gibberish")]).toEqual([
      true,
      false,
      false
    ])
  })

  it("show unknown values of a newer server unchanged", () => {
    expect([categoryLabel("brand_new"), categoryMeanings("brand_new"), categoryPointsMax("brand_new")]).toEqual([
      "Brand new",
      [],
      0
    ])
  })
})

describe("the points of a lead's text", () => {
  it("say how many points are possible", () => {
    expect(formatTextPoints(0.8, 45)).toBe("45 of 88 points")
    expect(formatTextPoints(0.5, 60)).toBe("18 of 88 points")
  })

  it("are an upper bound if a short text would count less", () => {
    expect(formatTextPoints(0.97, 92)).toBe("up to 88 points")
    expect(formatTextPoints(0.97, 84)).toBe("up to 88 points")
  })

  it("have the same bound if the probability is unknown, as in a response in Try it", () => {
    expect(formatTextPoints(0.995, 99)).toBe(formatCategoryPoints("spam_content"))
  })

  it("are the points of a short text if the score leaves no others", () => {
    expect(formatTextPoints(0.97, 76)).toBe("74 of 88 points")
  })

  it("match the server's score for any probability and number of words", () => {
    for (let at = 40; at <= 100; at++) {
      for (const words of [3, 40]) {
        const [probability, evidence] = [at / 100, [] as const]
        const signals = judgeText("Hello there", { probability, words, evidence, disguises: [] }, "en")
        const { riskScore } = makeAnalysis(signals, { language: "en", spamProbability: probability })
        const points = pointsOfProbability(probability, words)
        const formatted = formatTextPoints(probability, riskScore)
        const bound = Number(/^up to (\d+)/.exec(formatted)?.[1] ?? /^(\d+) of/.exec(formatted)![1])
        if (formatted.startsWith("up to")) expect(points, formatted).toBeLessThanOrEqual(bound)
        else expect(points, formatted).toBe(bound)
      }
    }
  })

  it("never reach 100", () => {
    expect([1, 0.999, 0.93, 0.4].map(formatProbability)).toEqual(["99%", "99%", "93%", "40%"])
  })
})
