import * as fc from "fast-check"
import type { Rule, RuleSet } from "../../core/scoring/RuleSet.ts"

/** A subject made of nothing but signals: the names of those that are present. */
export type Signals = ReadonlySet<string>

/** Signal names of the arbitraries below, unless others are given. */
export const signalNames: ReadonlyArray<string> = ["A", "B", "C", "D", "E", "F", "G", "H"]

/** Rules in one arbitrary rule set at most. */
export const rulesMax = 12

/**
 * Any set of signals.
 *
 * @example
 * fc.assert(fc.property(signals(["URGENT", "NEW_DOMAIN"]), (present) => judge(rules, present).risk <= 100))
 */
export const signals = (names: ReadonlyArray<string> = signalNames): fc.Arbitrary<Signals> =>
  fc.subarray([...names]).map((present) => new Set(present))

/** The subject with more signals than it had: the natural "worse" of `signals`, for the law `monotoneIn`. */
export const withMoreSignals =
  (names: ReadonlyArray<string> = signalNames) => (subject: Signals): fc.Arbitrary<Signals> =>
    signals(names).map((more) => new Set([...subject, ...more]))

/** What a rule can weigh: points and, now and then, a floor. */
export const weight: fc.Arbitrary<Pick<Rule<never>, "points" | "riskAtLeast">> = fc.record(
  { points: fc.integer({ min: 0, max: 100 }), riskAtLeast: fc.integer({ min: 0, max: 100 }) },
  { requiredKeys: ["points"] }
)

/** Any sound rule with this code that holds when one signal is present. */
export const signalRule = (code: string, names: ReadonlyArray<string> = signalNames): fc.Arbitrary<Rule<Signals>> =>
  fc.tuple(weight, fc.constantFrom(...names)).map(([weighs, signal]) => ({
    code,
    ...weighs,
    when: (present) => present.has(signal),
    message: () => `${signal} is present.`
  }))

/**
 * Any sound rule set over signals: every law holds for every one of them.
 *
 * @example
 * fc.assert(fc.property(signalRuleSet(), signals(), (rules, present) => Number.isInteger(judge(rules, present).risk)))
 */
export const signalRuleSet = (names: ReadonlyArray<string> = signalNames): fc.Arbitrary<RuleSet<Signals>> =>
  fc.integer({ min: 0, max: rulesMax }).chain((count) =>
    fc.tuple(...Array.from({ length: count }, (_, at) => signalRule(`RULE_${at + 1}`, names)))
  )
