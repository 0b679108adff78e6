import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { combineRisk, judge } from "../../../core/scoring/RuleSet.ts"
import type { TriageFacts } from "../../../core/submissions/TriageFacts.ts"
import { explainTriage, triageRules } from "../../../core/submissions/TriageRules.ts"

const reasons = (...codes: ReadonlyArray<string>) => codes.map((code) => ({ code, message: `of ${code}` }))

const nothing: TriageFacts = {
  blockedBy: [],
  allowedBy: null,
  unknown: null,
  lookalike: null,
  guard: null,
  hostIsIp: false,
  hasUserInfo: false,
  hasPort: false,
  isInternational: false,
  hasUnknownTopLevel: false,
  subdomains: 0,
  urlChars: 0,
  lureWordCount: 0
}

const lookalike = { brand: "PayPal", domain: "paypal.com", rule: "same skeleton", evidence: "paypa1" } as const

describe("the risk of a submitted URL", () => {
  it.each<readonly [string, number, Partial<TriageFacts>]>([
    ["", 0, {}],
    ["ALREADY_LISTED", 90, { blockedBy: ["urlhaus"] }],
    ["ALLOWED", 0, { allowedBy: "a.example" }],
    ["LISTING_UNKNOWN", 0, { unknown: "urlhaus did not answer" }],
    ["BRAND_LOOKALIKE", 40, { lookalike: { ...lookalike, score: 0.79 } }],
    ["BRAND_LOOKALIKE STRONG_LOOKALIKE", 60, { lookalike: { ...lookalike, score: 0.8 } }],
    ["IP_HOST", 30, { hostIsIp: true }],
    ["USER_INFO", 35, { hasUserInfo: true }],
    ["PORT", 10, { hasPort: true }],
    ["INTERNATIONAL_HOST", 15, { isInternational: true }],
    ["SHORTENER", 10, { guard: "shortener" }],
    ["SHARED_HOST", 0, { guard: "shared-host" }],
    ["SHARED_HOST", 0, { guard: "public-suffix" }],
    ["POPULAR_DOMAIN", 0, { guard: "popular-domain" }],
    ["UNKNOWN_TOP_LEVEL", 5, { hasUnknownTopLevel: true }],
    ["", 0, { subdomains: 3, urlChars: 150 }],
    ["MANY_SUBDOMAINS", 15, { subdomains: 4 }],
    ["LONG_URL", 10, { urlChars: 151 }],
    ["LURE_WORDS", 25, { lureWordCount: 1 }]
  ])("%s: %d", (codes, risk, facts) => {
    const judged = judge(triageRules, { ...nothing, ...facts })
    expect([judged.reasons.map(({ code }) => code).join(" "), judged.risk]).toEqual([codes, risk])
  })
})

describe("the weight of each reason", () => {
  it("is set by its rule", () => {
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
  ])("is absent for %s", (_, triageRisk, triageReasons) => {
    for (const { points, riskAtLeast } of explainTriage({ triageRisk, triageReasons })) {
      expect([points, riskAtLeast]).toEqual([null, null])
    }
  })

  it("adds up to the risk wherever it is reported", () => {
    fc.assert(fc.property(fc.subarray([...triageRules], { minLength: 1 }), fc.option(fc.nat(100)), (held, other) => {
      const triageRisk = other ?? combineRisk(held)
      const explained = explainTriage({ triageRisk, triageReasons: reasons(...held.map(({ code }) => code)) })
      if (explained.some(({ points }) => points === null)) {
        expect(triageRisk).not.toBe(combineRisk(held))
        return
      }
      const weights = explained.map(({ points, riskAtLeast }) => ({
        points: points ?? 0,
        ...riskAtLeast === null ? {} : { riskAtLeast }
      }))
      expect(combineRisk(weights)).toBe(triageRisk)
    }))
  })
})
