import type * as fc from "fast-check"
import { judge as judgeByFold } from "../../core/scoring/RuleSet.ts"
import type { Judgment, RuleSet } from "../../core/scoring/RuleSet.ts"

/** The input of most laws: a rule set and the arbitrary of its subjects. */
export interface Judged<Subject> {
  readonly rules: RuleSet<Subject>
  /** Every subject that the rules may receive, unusual ones in particular. */
  readonly subjects: fc.Arbitrary<Subject>
  /** Turns rules into a judgment; Gatehouse's own fold by default. */
  readonly judge?: (rules: RuleSet<Subject>, subject: Subject) => Judgment
}

export const judgeOf = <Subject>(judged: Judged<Subject>): (rules: RuleSet<Subject>, subject: Subject) => Judgment =>
  judged.judge ?? judgeByFold

/** A judgment on one line, for comparisons and counterexamples. */
export const inOneLine = ({ reasons, risk, score }: Judgment): string =>
  JSON.stringify({ risk, score, reasons: reasons.map(({ code, message }) => [code, message]) })

export class LawBroken extends Error {
  override readonly name = "LawBroken"
}
