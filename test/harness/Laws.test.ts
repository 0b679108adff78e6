import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { documentRatings, leadVerdicts, shieldBands } from "../../core/scoring/Bands.ts"
import type { TriageFacts } from "../../core/submissions/TriageFacts.ts"
import { triageRules } from "../../core/submissions/TriageRules.ts"
import { runs } from "../support/TestRun.ts"
import { signalRuleSet, signals, withMoreSignals } from "./Arbitraries.ts"
import { assertLaws, exactBands, laws, monotoneIn } from "./index.ts"

const facts: fc.Arbitrary<TriageFacts> = fc.record({
  blockedBy: fc.array(fc.string(), { maxLength: 3 }),
  allowedBy: fc.option(fc.string()),
  unknown: fc.option(fc.string()),
  lookalike: fc.option(fc.record({
    brand: fc.string(),
    domain: fc.domain(),
    rule: fc.constantFrom("keyword" as const, "one edit" as const),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
    evidence: fc.string()
  })),
  guard: fc.option(fc.constantFrom("public-suffix", "shortener", "shared-host", "popular-domain")),
  hostIsIp: fc.boolean(),
  hasUserInfo: fc.boolean(),
  hasPort: fc.boolean(),
  isInternational: fc.boolean(),
  hasUnknownTopLevel: fc.boolean(),
  subdomains: fc.nat(130),
  urlChars: fc.integer({ min: 8, max: 8_192 }),
  lureWordCount: fc.nat(50)
})

/** Generates facts that are at least as suspicious as the given ones. */
const worseFacts = (before: TriageFacts): fc.Arbitrary<TriageFacts> =>
  facts.map((other) => ({
    blockedBy: [...before.blockedBy, ...other.blockedBy],
    allowedBy: before.allowedBy ?? other.allowedBy,
    unknown: before.unknown ?? other.unknown,
    lookalike: (other.lookalike?.score ?? -1) > (before.lookalike?.score ?? -1) ? other.lookalike : before.lookalike,
    guard: before.guard ?? other.guard,
    hostIsIp: before.hostIsIp || other.hostIsIp,
    hasUserInfo: before.hasUserInfo || other.hasUserInfo,
    hasPort: before.hasPort || other.hasPort,
    isInternational: before.isInternational || other.isInternational,
    hasUnknownTopLevel: before.hasUnknownTopLevel || other.hasUnknownTopLevel,
    subdomains: Math.max(before.subdomains, other.subdomains),
    urlChars: Math.max(before.urlChars, other.urlChars),
    lureWordCount: Math.max(before.lureWordCount, other.lureWordCount)
  }))

describe("Gatehouse's own tables of bands", () => {
  it.each(
    [["document ratings", documentRatings], ["lead verdicts", leadVerdicts], ["Shield bands", shieldBands]] as const
  )(
    "%s are exact at each threshold",
    (_, bands) => fc.assert(exactBands<string>(bands))
  )
})

describe("the triage rules of phishing reports", () => {
  const judged = { rules: triageRules, subjects: facts }

  it.each(Object.entries(laws))("obey the law: %s", (_, law) => fc.assert(law(judged) as fc.IProperty<unknown>))

  it("obey the law: monotone in the facts", () => fc.assert(monotoneIn({ ...judged, worsen: worseFacts })))
})

describe("sound rule sets", () => {
  it("obey every law, whatever they are", () => {
    fc.assert(
      fc.property(signalRuleSet(), (rules) => {
        assertLaws({ rules, subjects: signals() }, runs(20))
        fc.assert(monotoneIn({ rules, subjects: signals(), worsen: withMoreSignals() }), runs(20))
      }),
      runs(30)
    )
  })

  it("may be empty", () => expect(() => assertLaws({ rules: [], subjects: signals() })).not.toThrow())
})
