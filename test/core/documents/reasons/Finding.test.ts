import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Finding, makeFinding, reasonsOf, scoreOf } from "../../../../core/documents/reasons/Finding.ts"
import {
  blockPenaltyMin,
  reasonCatalog,
  type ReasonCode,
  warnPenaltyMin
} from "../../../../core/documents/reasons/ReasonCatalog.ts"
import { documentRatings } from "../../../../core/scoring/Bands.ts"
import { distinctPointsOf } from "../../../../core/scoring/ReasonCase.ts"

const codes = Object.keys(reasonCatalog) as ReadonlyArray<ReasonCode>
const cataloged = codes.flatMap((code) =>
  distinctPointsOf(reasonCatalog[code].cases).map((penalty) => ({ code, penalty }))
)

const named = fc.record({ message: fc.string({ maxLength: 20 }), where: fc.string({ maxLength: 10 }) })
const found = (from: fc.Arbitrary<{ readonly code: ReasonCode; readonly penalty: number }>): fc.Arbitrary<Finding> =>
  fc.tuple(from, named).map(([one, text]) => ({ ...one, ...text }))

/** Generates findings that rules may raise. */
const known = found(fc.constantFrom(...cataloged))
/** Generates findings with any code and penalty, because the laws do not depend on the current catalog. */
const any = found(fc.record({ code: fc.constantFrom(...codes), penalty: fc.integer({ min: 1, max: 100 }) }))
const some = fc.array(fc.oneof(known, any), { maxLength: 60 })

const ratingOf = (findings: ReadonlyArray<Finding>) => documentRatings.nameOf(scoreOf(findings))
const bandOf = (penalty: number) => penalty < warnPenaltyMin ? "ok" : penalty < blockPenaltyMin ? "warn" : "block"
const of = (...penalties: ReadonlyArray<number>): ReadonlyArray<Finding> =>
  penalties.map((penalty, at) => ({ code: codes[at]!, penalty, message: "", where: "" }))

describe("the score of findings", () => {
  it("is an integer from 0 to 100, and 100 without findings", () => {
    expect(scoreOf([])).toBe(100)
    fc.assert(fc.property(some, (findings) => {
      const score = scoreOf(findings)
      expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
    }))
  })

  it("is independent of the order and texts of findings", () => {
    const shuffled = some.chain((findings) =>
      fc.tuple(
        fc.constant(findings),
        fc.shuffledSubarray([...findings], { minLength: findings.length, maxLength: findings.length }),
        named
      )
    )
    fc.assert(fc.property(shuffled, ([findings, others, text]) => {
      expect(scoreOf(others)).toBe(scoreOf(findings))
      expect(scoreOf(findings.map((one) => ({ ...one, ...text })))).toBe(scoreOf(findings))
    }))
  })

  it("is independent of how often each finding occurs", () => {
    fc.assert(fc.property(some, fc.integer({ min: 2, max: 5 }), (findings, times) => {
      expect(scoreOf(Array.from({ length: times }, () => findings).flat())).toBe(scoreOf(findings))
    }))
  })

  it("never increases with one more finding", () => {
    fc.assert(fc.property(some, fc.oneof(known, any), (findings, more) => {
      expect(scoreOf([...findings, more])).toBeLessThanOrEqual(scoreOf(findings))
    }))
  })

  it("never increases if a finding becomes worse", () => {
    fc.assert(fc.property(some, fc.oneof(known, any), fc.nat(50), (findings, one, more) => {
      const worse = { ...one, penalty: Math.min(100, one.penalty + more) }
      expect(scoreOf([...findings, worse])).toBeLessThanOrEqual(scoreOf([...findings, one]))
    }))
  })

  it("adds a quarter of the penalties of other codes", () => {
    expect([scoreOf(of(60, 60, 40)), scoreOf(of(40, 8, 8, 8)), scoreOf(of(20, 4))]).toEqual([15, 54, 79])
  })

  it("has the rating of the worst finding: minor findings never warn, and warnings never block", () => {
    fc.assert(fc.property(some, (findings) => {
      expect(ratingOf(findings)).toBe(bandOf(Math.max(0, ...findings.map(({ penalty }) => penalty))))
    }))
    const each = (penalty: number) => codes.map((code) => ({ code, penalty, message: "", where: "" }))
    expect([ratingOf(each(15)), ratingOf(each(30)), ratingOf(each(31))]).toEqual(["ok", "warn", "block"])
    expect([scoreOf(each(15)), scoreOf(each(30)), scoreOf(each(100))]).toEqual([85, 70, 0])
  })
})

describe("the band limits of the score", () => {
  it("are those of the bands", () => {
    for (let penalty = 1; penalty <= 100; penalty++) {
      expect(scoreOf(of(penalty))).toBe(100 - penalty)
      expect(ratingOf(of(penalty))).toBe(bandOf(penalty))
    }
    expect([15, 16, 30, 31].map((penalty) => ratingOf(of(penalty)))).toEqual(["ok", "warn", "warn", "block"])
    // Other findings add a quarter of their penalties, but never cross a band.
    expect([of(15, 4), of(15, 15), of(30, 4), of(30, 30, 30)].map(scoreOf)).toEqual([85, 85, 70, 70])
    expect([of(8, 4), of(16, 8), of(60, 40), of(60, 40, 20)].map(scoreOf)).toEqual([91, 82, 30, 25])
  })

  it("are where the catalog places them", () => {
    expect(documentRatings.bands.map(({ from, name }) => [name, from])).toEqual([
      ["block", 0],
      ["warn", 100 - blockPenaltyMin + 1],
      ["ok", 100 - warnPenaltyMin + 1]
    ])
    for (const { code, penalty } of cataloged) {
      expect(ratingOf([{ code, penalty, message: "", where: "" }])).toBe(bandOf(penalty))
    }
  })
})

describe("the reasons of findings", () => {
  it("contain one reason per code, the worst first, in any input order", () => {
    fc.assert(fc.property(some, (findings) => {
      const reasons = reasonsOf(findings)
      const worst = (code: ReasonCode) =>
        Math.max(...findings.filter((one) => one.code === code).map((one) => one.penalty))
      expect(new Set(reasons.map(({ code }) => code))).toEqual(new Set(findings.map(({ code }) => code)))
      expect(new Set(reasons.map(({ code }) => code)).size).toBe(reasons.length)
      const penalties = reasons.map(({ code }) => worst(code))
      expect(penalties).toEqual(penalties.toSorted((a, b) => b - a))
      expect(reasonsOf(findings.toReversed()).map(({ code }) => code)).toEqual(reasons.map(({ code }) => code))
    }))
  })

  it("are sorted by code if their weights are equal, and keep the first of each code", () => {
    const findings = [
      makeFinding("SUSPICIOUS_LINK", "shortener", ["a.example"], "object 1"),
      makeFinding("PARTIAL_SCAN", "text", ["text"], "part"),
      makeFinding("SUSPICIOUS_LINK", "shortener", ["b.example"], "object 2"),
      makeFinding("QR_LINK", "code", ["c.example"], "page 1")
    ]
    expect(reasonsOf(findings)).toEqual([
      { code: "PARTIAL_SCAN", message: "Partially scanned, limit reached: text (part)" },
      { code: "QR_LINK", message: "A QR code leads to c.example (page 1)" },
      { code: "SUSPICIOUS_LINK", message: "A link leads to a URL shortener: a.example (object 1, and 1 more)" }
    ])
  })

  it("contain the worst finding of a code, its location and the number of others", () => {
    const findings = [
      makeFinding("SUSPICIOUS_LINK", "shortener", ["a.example"], "object 1"),
      makeFinding("SUSPICIOUS_LINK", "programOfFew", ["b.example/a.exe"], "object 2"),
      makeFinding("MALFORMED", "damaged", ["a table"], "part"),
      makeFinding("SUSPICIOUS_LINK", "address", ["192.0.2.1"], "object 3")
    ]
    expect(reasonsOf(findings)).toEqual([
      { code: "SUSPICIOUS_LINK", message: "A link leads to a program: b.example/a.exe (object 2, and 2 more)" },
      { code: "MALFORMED", message: "Damaged: a table (part)" }
    ])
  })
})
