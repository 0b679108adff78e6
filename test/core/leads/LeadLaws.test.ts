import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  leadCatalog,
  type LeadCode,
  type LeadEntry,
  leadGroups,
  leadPointsOf,
  reasonPointsMin
} from "../../../core/leads/signals/LeadCatalog.ts"
import { decisivePointsMin, riskOf } from "../../../core/leads/signals/LeadRisk.ts"
import { scoreMax } from "../../../core/scoring/Band.ts"
import { leadVerdicts } from "../../../core/scoring/Bands.ts"
import { byWeightThenCode } from "../../../core/scoring/CombineSignals.ts"
import type { Rule } from "../../../core/scoring/RuleSet.ts"
import { signals, withMoreSignals } from "../../harness/Arbitraries.ts"
import { exactBands, type LawInput, laws, monotoneIn, type Signals } from "../../harness/index.ts"

const entries = Object.entries<LeadEntry>(leadCatalog)

/** A rule for each code and each number of points that the code can have. A signal with its name triggers a rule. */
const rules: ReadonlyArray<Rule<Signals>> = entries.flatMap(([code, entry]) =>
  leadPointsOf(entry).map((each) => ({
    code: `${code} ${each}`,
    points: each,
    ...entry.riskAtLeast === undefined ? {} : { riskAtLeast: entry.riskAtLeast },
    when: (present: Signals) => present.has(`${code} ${each}`),
    message: () => `${code} is worth ${each} points.`
  }))
)

const names = rules.map(({ code }) => code)

const weightOf = ({ code, points }: Rule<Signals>) => ({ code, weight: points })

const judged: LawInput<Signals> = {
  rules,
  subjects: signals(names),
  judge: (given, present) => {
    const held = given.filter((rule) => rule.when(present))
      .toSorted((one, other) => byWeightThenCode(weightOf(one), weightOf(other)))
    const risk = riskOf(held.map(({ code, points }) => ({ code: code.split(" ")[0] as LeadCode, points })))
    const reasons = held.map((rule) => ({ code: rule.code, message: rule.message(present) }))
    return { risk, score: scoreMax - risk, reasons }
  }
}

describe("the signals of a lead", () => {
  it.each(Object.entries(laws))("obey the law: %s", (_, law) => fc.assert(law(judged) as fc.IProperty<unknown>))

  it("obey the law: monotone in the signals", () =>
    fc.assert(monotoneIn({ ...judged, worsen: withMoreSignals(names) })))

  it("obey the law: exact bands", () => fc.assert(exactBands(leadVerdicts)))
})

describe("the lead catalog", () => {
  it.each(entries)("%s has ascending points, a group, a category and a sentence", (_, entry) => {
    const points = Object.values(entry.cases).map(([points]) => points)
    expect(points).toEqual(points.toSorted((one, other) => one - other))
    expect(leadPointsOf(entry)).not.toEqual([])
    expect(leadPointsOf(entry).every((points) => Number.isInteger(points) && points >= 1 && points <= 100)).toBe(true)
    expect(leadGroups).toContain(entry.group)
    expect(entry.category).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
    expect(entry.about).toMatch(/^[A-Z].*\.$/)
  })

  it("lets only threats, rules and text make a lead spam by themselves", () => {
    const decisive = entries.filter(([, entry]) => Math.max(...leadPointsOf(entry)) >= decisivePointsMin).map((
      [code]
    ) => code)
    expect(decisive).toEqual(["MALICIOUS_URL", "SPAM_CONTENT", "BLOCKED_EMAIL"])
  })

  it("keeps a lead clean if its only flaw is an address outside a company domain", () => {
    const leastOf = (code: LeadCode) => Math.min(...leadPointsOf(leadCatalog[code]))
    const weak = ["PUBLIC_EMAIL", "ROLE_ACCOUNT", "RELAY_EMAIL", "DOMAIN_MISMATCH", "EMAIL_TYPO"] as const
    expect(riskOf(weak.map((code) => ({ code, points: leastOf(code) })))).toBeLessThanOrEqual(10)
    expect(leastOf("PUBLIC_EMAIL")).toBeLessThan(reasonPointsMin)
  })
})
