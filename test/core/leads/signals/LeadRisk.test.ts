import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { leadCatalog, type LeadCode } from "../../../../core/leads/signals/LeadCatalog.ts"
import { type LeadWeight, riskOf } from "../../../../core/leads/signals/LeadRisk.ts"
import { leadVerdicts } from "../../../../core/scoring/Bands.ts"
import { runs } from "../../../support/TestRun.ts"

const codes = Object.keys(leadCatalog) as ReadonlyArray<LeadCode>
const weight: fc.Arbitrary<LeadWeight> = fc.record({
  code: fc.constantFrom(...codes),
  points: fc.integer({ min: 0, max: 100 })
})
const weights = fc.array(weight, { maxLength: 12 })

describe("riskOf", () => {
  it.each<[number, ReadonlyArray<[LeadCode, number]>]>([
    [0, []],
    [1, [["PUBLIC_EMAIL", 1]]],
    [100, [["MALICIOUS_URL", 100]]],
    [100, [["MALICIOUS_URL", 0]]],
    [25, [["UNCHECKED_URL", 25]]],
    [25, [["UNCHECKED_URL", 0]]],
    [90, [["BLOCKED_EMAIL", 90]]],
    [79, [["SPAM_CONTENT", 79]]],
    [80, [["SPAM_CONTENT", 80]]],
    // Two signals of one group count as one.
    [45, [["BRAND_LOOKALIKE", 45], ["IP_URL", 45], ["URL_SHORTENER", 12]]],
    // Two strong groups increase the risk.
    [86, [["SPAM_CONTENT", 74], ["DISPOSABLE_EMAIL", 45]]],
    [82, [["GIBBERISH_MESSAGE", 55], ["URL_IN_NAME", 60]]],
    // Several weak signals with only one strong group stay below 80.
    [79, [["SPAM_CONTENT", 74], ["OBFUSCATED_TEXT", 35], ["URL_SHORTENER", 22], ["RANDOM_EMAIL", 15]]],
    [79, [["SPAM_CONTENT", 79], ["OBFUSCATED_TEXT", 39]]],
    [87, [["SPAM_CONTENT", 79], ["OBFUSCATED_TEXT", 40]]],
    [88, [["SPAM_CONTENT", 79], ["OBFUSCATED_TEXT", 42]]]
  ])("is %i", (risk, signals) => {
    expect(riskOf(signals.map(([code, points]) => ({ code, points })))).toBe(risk)
  })

  it("is an integer from 0 to 100, whatever the points are", () =>
    fc.assert(fc.property(fc.array(fc.record({ code: fc.constantFrom(...codes), points: fc.double() })), (any) => {
      const risk = riskOf(any)
      expect(Number.isInteger(risk) && risk >= 0 && risk <= 100).toBe(true)
    })))

  it("never decreases with one more signal", () =>
    fc.assert(
      fc.property(weights, weight, (before, more) => {
        expect(riskOf([...before, more])).toBeGreaterThanOrEqual(riskOf(before))
      }),
      runs(400)
    ))

  it("never decreases with more points", () =>
    fc.assert(
      fc.property(weights, fc.nat(), fc.nat(100), (before, at, points) => {
        const after = before.map((each, place) =>
          place === at % before.length ? { ...each, points: Math.min(100, each.points + points) } : each
        )
        expect(riskOf(after)).toBeGreaterThanOrEqual(riskOf(before))
      }),
      runs(400)
    ))

  it("is independent of order", () =>
    fc.assert(
      fc.property(
        weights.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([one, other]) => {
          expect(riskOf(other)).toBe(riskOf(one))
        }
      ),
      runs(250)
    ))

  it("is spam only if one group is decisive or two are strong", () =>
    fc.assert(
      fc.property(weights, (all) => {
        const groups = Map.groupBy(all, ({ code }) => leadCatalog[code].group)
        const best = [...groups.values()].map((of) => Math.max(...of.map(({ points }) => points)))
        const mayBe = all.some(({ code }) => code === "MALICIOUS_URL") || best.some((points) => points >= 80) ||
          best.filter((points) => points >= 40).length >= 2
        if (!mayBe) expect(leadVerdicts.nameOf(riskOf(all))).not.toBe("spam")
      }),
      runs(400)
    ))

  it("is 100 with a known threat, whatever other signals there are", () =>
    fc.assert(fc.property(weights, fc.nat(12), (all, at) => {
      expect(riskOf(all.toSpliced(at, 0, { code: "MALICIOUS_URL", points: 100 }))).toBe(100)
    })))

  it("is never clean with a link that was not looked up", () =>
    fc.assert(fc.property(weights, (all) => {
      expect(leadVerdicts.nameOf(riskOf([...all, { code: "UNCHECKED_URL", points: 25 }]))).not.toBe("clean")
    })))
})
