import type * as fc from "fast-check"
import { judge as judgeByFold } from "../../core/scoring/RuleSet.ts"
import type { Judgment, RuleSet } from "../../core/scoring/RuleSet.ts"

/** The input of most laws: a rule set, and the arbitrary that generates its subjects. */
export interface LawInput<Subject> {
  readonly rules: RuleSet<Subject>
  /** Generates every subject that the rules may receive, including unusual ones. */
  readonly subjects: fc.Arbitrary<Subject>
  /** Judges a subject by the rules. Defaults to Gatehouse's `judge`. */
  readonly judge?: (rules: RuleSet<Subject>, subject: Subject) => Judgment
}

export const judgeFor = <Subject>(
  judged: LawInput<Subject>
): (rules: RuleSet<Subject>, subject: Subject) => Judgment => judged.judge ?? judgeByFold

/** Formats a judgment on one line, for comparisons and counterexamples. */
export const formatJudgment = ({ reasons, risk, score }: Judgment): string =>
  JSON.stringify({ risk, score, reasons: reasons.map(({ code, message }) => [code, message]) })

/** Error that a law throws for a counterexample. The message names the law and its violation. */
export class LawBroken extends Error {
  override readonly name = "LawBroken"
}
