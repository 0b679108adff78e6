import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { pointsOfProbability } from "../../../core/leads/judge/JudgeText.ts"
import type { Lead } from "../../../core/leads/signals/Lead.ts"
import { riskOf } from "../../../core/leads/signals/LeadRisk.ts"
import { leadVerdicts } from "../../../core/scoring/Bands.ts"
import { anyCharacter } from "../../support/AnyCharacter.ts"
import { runs } from "../../support/TestRun.ts"
import { analyzeNow, type Answers, codesOf } from "./World.ts"

const piece = fc.constantFrom(
  "https://evil.example.org/",
  "bit.ly/a",
  "http://8.8.4.4",
  "hxxp://",
  "[.]",
  "<a href=",
  "[url=",
  "ann",
  "@",
  "gmail.com",
  ".",
  "casino",
  "DvCqVFTmXbQn",
  "\u200b",
  "\ud800",
  "例え",
  "\0",
  "\n"
)
const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 100 }),
  fc.array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 12 }).map((pieces) => pieces.join(" ")),
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""))
)
const lead: fc.Arbitrary<Lead> = fc.record(
  { email: text, message: text, name: text, company: text, website: text, source: text },
  { requiredKeys: [] }
)
const answers: fc.Arbitrary<Answers> = fc.record({
  probability: fc.double({ min: 0, max: 1, noNaN: true }),
  words: fc.nat(50),
  evidence: fc.array(fc.record({ text, share: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 4 }),
  disguises: fc.uniqueArray(fc.constantFrom("invisible", "homoglyphs", "spaced", "leet", "styled")),
  language: fc.constantFrom("en", "zh", null),
  isDown: fc.boolean()
})

describe("an analysis", () => {
  it("is sound for any lead", () =>
    fc.assert(
      fc.property(lead, answers, (lead, answers) => {
        const analysis = analyzeNow(lead, answers)
        const { categories, reasons, riskScore, signals, verdict } = analysis
        expect(Number.isInteger(riskScore) && riskScore >= 0 && riskScore <= 100).toBe(true)
        expect(verdict).toBe(leadVerdicts.nameOf(riskScore))
        expect(riskScore).toBe(riskOf(signals))
        const codes = codesOf(analysis)
        expect(new Set(codes).size).toBe(codes.length)
        expect(new Set(categories).size).toBe(categories.length)
        for (const reason of reasons) {
          expect(reason).not.toMatch(/[\p{Cc}\u200b-\u200f\u202a-\u202e]/u)
          expect(reason.isWellFormed() && reason.length < 500).toBe(true)
        }
      }),
      runs(150)
    ))

  it("has a risk of 100 with a known threat in any field", () =>
    fc.assert(fc.property(
      lead,
      answers,
      fc.constantFrom("message", "website", "company", "name"),
      (lead, answers, field) => {
        const { categories, riskScore, verdict } = analyzeNow(
          { ...lead, [field]: `https://evil.example.org/x ${(lead as Record<string, string>)[field] ?? ""}` },
          { ...answers, isDown: false }
        )
        expect([riskScore, verdict]).toEqual([100, "spam"])
        expect(categories).toContain("malicious_url")
      }
    )))

  it("is never clean if a link could not be looked up", () =>
    fc.assert(fc.property(lead, answers, (lead, answers) => {
      const message = `https://site.example.net/ ${lead.message ?? ""}`
      expect(analyzeNow({ ...lead, message }, { ...answers, isDown: true }).verdict).not.toBe("clean")
    })))

  it("is independent of the order of fields and of surrounding blanks", () =>
    fc.assert(
      fc.property(lead, answers, fc.constantFrom(" ", "\t", "\n", " \r\n ", "\u00a0"), (lead, answers, blank) => {
        const spaced = Object.entries(lead).toReversed().map(([field, value]) => [field, `${blank}${value}${blank}`])
        expect(analyzeNow(Object.fromEntries(spaced), answers)).toEqual(analyzeNow(lead, answers))
      })
    ))

  it("is independent of capitalization in domains", () =>
    fc.assert(fc.property(domain, domain, domain, answers, (email, website, company, answers) => {
      const of = (spell: (text: string) => string) =>
        analyzeNow({
          email: `Ann.Smith@${spell(email)}`,
          website: `${spell("https://" + website)}/Path`,
          company: spell(company),
          message: "Hello"
        }, answers)
      const small = of((text) => text)
      expect(of((text) => text.toUpperCase())).toEqual(small)
      expect(of((text) => text.replace(/[a-z]/g, (letter, at: number) => at % 2 === 0 ? letter.toUpperCase() : letter)))
        .toEqual(small)
    })))

  it("does not improve with a more certain classifier", () =>
    fc.assert(
      fc.property(lead, answers, fc.double({ min: 0, max: 1, noNaN: true }), (lead, answers, more) => {
        const probability = Math.max(answers.probability!, more)
        expect(analyzeNow(lead, { ...answers, probability }).riskScore)
          .toBeGreaterThanOrEqual(analyzeNow(lead, answers).riskScore)
      }),
      runs(150)
    ))

  it("does not improve with one more field", () =>
    fc.assert(
      fc.property(lead, lead, answers, (before, other, answers) => {
        // Uses addresses at one provider, because a private address may match one field and not another.
        const lead = { ...before, email: before.email?.replace(/@.*/s, "@gmail.com") }
        const fields = Object.entries({ ...other, email: "ann@gmail.com" })
        const added = Object.fromEntries(fields.filter(([field]) => !before[field as keyof Lead]?.trim()))
        delete added["message"]
        expect(analyzeNow({ ...lead, ...added }, answers).riskScore)
          .toBeGreaterThanOrEqual(analyzeNow(lead, answers).riskScore)
      }),
      {
        ...runs(150),
        // Regression: a link did not count as disguised if another field contained it.
        examples: [[{ message: "gmail.comhxxp://" }, { website: "gmail.com" }, {}]]
      }
    ))

  it("counts links of the message that other fields repeat", () => {
    const message = "https://a.example.net https://b.example.net https://c.example.net"
    const { signals } = analyzeNow({ message, website: "https://a.example.net", company: "b.example.net" })
    expect(signals.map(({ code, points }) => [code, points])).toContainEqual(["MANY_LINKS", 14])
  })

  it.each([[2, 0], [3, 14], [5, 14], [6, 22], [11, 22], [12, 32]])(
    "scores %d links with %d points",
    (count, points) => {
      const message = Array.from({ length: count }, (_, at) => `https://a${at}.example.net/`).join(" ")
      const signal = analyzeNow({ message }).signals.find(({ code }) => code === "MANY_LINKS")
      expect(signal?.points ?? 0).toBe(points)
    }
  )

  it("does not improve with one more disguise", () =>
    fc.assert(fc.property(lead, answers, answers, (lead, before, other) => {
      const disguises = [...new Set([...before.disguises!, ...other.disguises!])]
      expect(analyzeNow(lead, { ...before, disguises }).riskScore)
        .toBeGreaterThanOrEqual(analyzeNow(lead, before).riskScore)
    })))
})

const domain = fc.constantFrom(
  "example.com",
  "gmail.com",
  "unwanted-firm.com",
  "throwaway-mail.net",
  "gmial.com",
  "paypal-login.com",
  "evil.example.org",
  "booking.com",
  "bakery.it",
  "bit.ly",
  "mueller-gmbh.de",
  "duck.com",
  "company.nosuchending"
)

describe("pointsOfProbability", () => {
  it.each([[0, 0], [0.4, 0], [0.5, 18], [0.6, 25], [0.7, 32], [0.8, 45], [0.9, 70], [0.92, 80], [0.97, 84], [1, 88]])(
    "maps %d to %i",
    (probability, points) => expect(pointsOfProbability(probability, 8)).toBe(points)
  )

  it.each([[0.9199, 79], [0.4999, 17], [NaN, 0], [-1, 0], [2, 88]])(
    "rounds down and clamps: %d to %i",
    (probability, points) => expect(pointsOfProbability(probability, 8)).toBe(points)
  )

  it("increases with the probability and with the number of words", () =>
    fc.assert(fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(20),
      fc.nat(20),
      (p, q, n, m) => {
        const less = pointsOfProbability(Math.min(p, q), Math.min(n, m))
        expect(pointsOfProbability(Math.max(p, q), Math.max(n, m))).toBeGreaterThanOrEqual(less)
      }
    )))
})
