import * as fc from "fast-check"
import type { Rule, RuleSet } from "../../core/scoring/RuleSet.ts"

/** A subject that consists only of signals: the names of the present ones. */
export type Signals = ReadonlySet<string>

/** Default signal names of the arbitraries below. */
export const signalNames: ReadonlyArray<string> = ["A", "B", "C", "D", "E", "F", "G", "H"]

/** Maximum number of rules in an arbitrary rule set. */
export const rulesMax = 12

/**
 * Any set of signals.
 *
 * @example
 * fc.assert(fc.property(signals(["URGENT", "NEW_DOMAIN"]), (present) => judge(rules, present).risk <= 100))
 */
export const signals = (names: ReadonlyArray<string> = signalNames): fc.Arbitrary<Signals> =>
  fc.subarray([...names]).map((present) => new Set(present))

/** The subject with additional signals: the natural "worse" of `signals`, for the law `monotoneIn`. */
export const withMoreSignals =
  (names: ReadonlyArray<string> = signalNames) => (subject: Signals): fc.Arbitrary<Signals> =>
    signals(names).map((more) => new Set([...subject, ...more]))

/** The weight of a rule: points and sometimes a floor. */
export const weight: fc.Arbitrary<Pick<Rule<never>, "points" | "riskAtLeast">> = fc.record(
  { points: fc.integer({ min: 0, max: 100 }), riskAtLeast: fc.integer({ min: 0, max: 100 }) },
  { requiredKeys: ["points"] }
)

/** Any sound rule with this code that applies if one signal is present. */
export const signalRule = (code: string, names: ReadonlyArray<string> = signalNames): fc.Arbitrary<Rule<Signals>> =>
  fc.tuple(weight, fc.constantFrom(...names)).map(([weighs, signal]) => ({
    code,
    ...weighs,
    when: (present) => present.has(signal),
    message: () => `${signal} is present.`
  }))

/**
 * Any sound rule set over signals. Each of them obeys every law.
 *
 * @example
 * fc.assert(fc.property(signalRuleSet(), signals(), (rules, present) => Number.isInteger(judge(rules, present).risk)))
 */
export const signalRuleSet = (names: ReadonlyArray<string> = signalNames): fc.Arbitrary<RuleSet<Signals>> =>
  fc.integer({ min: 0, max: rulesMax }).chain((count) =>
    fc.tuple(...Array.from({ length: count }, (_, at) => signalRule(`RULE_${at + 1}`, names)))
  )
