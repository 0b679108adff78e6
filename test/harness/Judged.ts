import type * as fc from "fast-check"
import { judge as judgeByFold } from "../../core/scoring/RuleSet.ts"
import type { Judgement, RuleSet } from "../../core/scoring/RuleSet.ts"

/** What most laws are about: a rule set, and where its subjects come from. */
export interface Judged<Subject> {
  readonly rules: RuleSet<Subject>
  /** Every subject that the rules may meet, the strange ones above all. */
  readonly subjects: fc.Arbitrary<Subject>
  /** How rules become a judgement; Gatehouse's own fold unless said otherwise. */
  readonly judge?: (rules: RuleSet<Subject>, subject: Subject) => Judgement
}

export const judgeOf = <Subject>(judged: Judged<Subject>): (rules: RuleSet<Subject>, subject: Subject) => Judgement =>
  judged.judge ?? judgeByFold

/** A judgement in one line, for comparing and for counterexamples. */
export const inOneLine = ({ reasons, risk, score }: Judgement): string =>
  JSON.stringify({ risk, score, reasons: reasons.map(({ code, message }) => [code, message]) })

export class LawBroken extends Error {
  override readonly name = "LawBroken"
}
