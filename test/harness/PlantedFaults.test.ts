import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { judge, type Rule } from "../../core/scoring/RuleSet.ts"
import {
  assertLaws,
  bounded,
  exactBands,
  type LawInput,
  monotone,
  monotoneIn,
  orderIndependent,
  stable,
  total
} from "./index.ts"

type Text = { readonly text: string }

const subjects: fc.Arbitrary<Text> = fc.record({ text: fc.string() })
const sound: Rule<Text> = {
  code: "LONG",
  points: 10,
  when: ({ text }) => text.length > 3,
  message: () => "It is long."
}
const planted = (fault: Partial<Rule<Text>>): LawInput<Text> => ({
  rules: [sound, { ...sound, code: "PLANTED", ...fault }],
  subjects
})
/**
 * Runs of each property.
 *
 * With the default of 100, a fault that one of 20 subjects shows is missed once in 170 times (0.95^100).
 */
const detectionRuns = 2_000
const expectViolation = (property: fc.IProperty<any>, law: string) =>
  expect(() => fc.assert(property, { includeErrorInReport: true, numRuns: detectionRuns })).toThrow(law)

describe("each law detects its planted fault", () => {
  it("total: a predicate that throws", () => {
    const judged = planted({ when: ({ text }) => decodeURIComponent(`${text}%`).length > 3 })
    expectViolation(total(judged), "URI malformed")
  })

  it("total: a predicate that does not return a boolean", () =>
    expectViolation(total(planted({ when: (({ text }: Text) => text.length) as never })), "Total"))

  it("total: a reason without text", () => expectViolation(total(planted({ message: () => " " })), "Total"))

  it("bounded: more than 100 points", () => expectViolation(bounded(planted({ points: 101 })), "Bounded"))

  it("bounded: a minimum risk that is not an integer", () =>
    expectViolation(bounded(planted({ riskAtLeast: 0.5 })), "Bounded"))

  it("bounded: a fold that does not limit sums", () => {
    const judgeOpenly: NonNullable<LawInput<Text>["judge"]> = (rules, subject) => {
      const risk = rules.filter(({ when }) => when(subject)).length * 60
      return { risk, score: 100 - risk, reasons: [] }
    }
    expectViolation(bounded({ ...planted({}), judge: judgeOpenly }), "Bounded")
  })

  it("monotone: a rule that lowers the risk", () => expectViolation(monotone(planted({ points: -5 })), "Monotone"))

  it("monotone: a rule that is reported although it does not apply", () => {
    const judgeByCount: NonNullable<LawInput<Text>["judge"]> = (rules, subject) => ({
      ...judge(rules, subject),
      risk: rules.length
    })
    expectViolation(monotone({ ...planted({}), judge: judgeByCount }), "Monotone")
  })

  it("monotone in the subject: a rule that a worse subject evades", () => {
    const judged = planted({ when: ({ text }) => text.length > 1 && text.length < 3 })
    const worsen = ({ text }: Text) => fc.string().map((more) => ({ text: text + more }))
    expectViolation(monotoneIn({ rules: [judged.rules[1]!], subjects, worsen }), "Monotone")
  })

  it("independent of order: one code twice", () =>
    expectViolation(orderIndependent(planted({ code: "LONG" })), "Independent of order"))

  it("independent of order: the first rule counts double", () => {
    const judgeInOrder: NonNullable<LawInput<Text>["judge"]> = (rules, subject) =>
      judge(rules.map((rule, at) => at === 0 ? { ...rule, points: rule.points * 2 } : rule), subject)
    expectViolation(orderIndependent({ ...planted({ when: () => true }), judge: judgeInOrder }), "Independent of order")
  })

  it("stable: a rule with its own state", () => {
    let calls = 0
    expectViolation(stable(planted({ when: () => ++calls % 2 === 0 })), "Stable")
  })

  it("stable: a rule that changes its subject", () => {
    const when = (subject: Text) => ((subject as { text: string }).text += "!").length < 0
    expectViolation(stable({ rules: [{ ...sound, when }], subjects }), "Stable")
  })

  it("exact bands: a threshold that is off by one", () => {
    const bands = [{ name: "low", from: 0 }, { name: "high", from: 70 }]
    expectViolation(exactBands({ bands, nameOf: (score) => score > 70 ? "high" : "low" }), "70 is low, not high")
  })

  it("exact bands: scores without a band", () => {
    expectViolation(exactBands({ bands: [{ name: "high", from: 70 }], nameOf: () => "high" }), "lies in 0 bands")
  })

  it("all laws together, with the counterexample", () => {
    expect(() => assertLaws(planted({ points: -5 }))).toThrow(/Counterexample[\s\S]*Bounded: PLANTED has -5 points/)
  })
})
