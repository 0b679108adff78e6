import * as fc from "fast-check"
import type { Rule, RuleSet } from "../../core/scoring/RuleSet.ts"

/** A subject for tests: the names of the signals that are present. */
export type Signals = ReadonlySet<string>

/** Default signal names of the arbitraries below. */
export const signalNames: ReadonlyArray<string> = ["A", "B", "C", "D", "E", "F", "G", "H"]

/** Maximum number of rules in an arbitrary rule set. */
export const rulesMax = 12

/**
 * Generates sets of signals.
 *
 * @example
 * fc.assert(fc.property(signals(["URGENT", "NEW_DOMAIN"]), (present) => judge(rules, present).risk <= 100))
 */
export const signals = (names: ReadonlyArray<string> = signalNames): fc.Arbitrary<Signals> =>
  fc.subarray([...names]).map((present) => new Set(present))

/** Generates the subject with additional signals. Use this as `worsen` of the law `monotoneIn`. */
export const withMoreSignals =
  (names: ReadonlyArray<string> = signalNames) => (subject: Signals): fc.Arbitrary<Signals> =>
    signals(names).map((more) => new Set([...subject, ...more]))

/** Generates the weight of a rule: 0 to 100 points, and sometimes a minimum risk from 0 to 100. */
export const weight: fc.Arbitrary<Pick<Rule<never>, "points" | "riskAtLeast">> = fc.record(
  { points: fc.integer({ min: 0, max: 100 }), riskAtLeast: fc.integer({ min: 0, max: 100 }) },
  { requiredKeys: ["points"] }
)

/** Generates a valid rule with the given code. It applies if a randomly chosen signal is present. */
export const signalRule = (code: string, names: ReadonlyArray<string> = signalNames): fc.Arbitrary<Rule<Signals>> =>
  fc.tuple(weight, fc.constantFrom(...names)).map(([weighs, signal]) => ({
    code,
    ...weighs,
    when: (present) => present.has(signal),
    message: () => `${signal} is present.`
  }))

/**
 * Generates valid rule sets of at most 12 rules about signals. Each rule set obeys every law.
 *
 * @example
 * fc.assert(fc.property(signalRuleSet(), signals(), (rules, present) => Number.isInteger(judge(rules, present).risk)))
 */
export const signalRuleSet = (names: ReadonlyArray<string> = signalNames): fc.Arbitrary<RuleSet<Signals>> =>
  fc.integer({ min: 0, max: rulesMax }).chain((count) =>
    fc.tuple(...Array.from({ length: count }, (_, at) => signalRule(`RULE_${at + 1}`, names)))
  )
