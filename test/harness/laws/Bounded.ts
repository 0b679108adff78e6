import * as fc from "fast-check"
import { scoreMax } from "../../../core/scoring/Band.ts"
import { formatJudgment, judgeFor, LawBroken, type LawInput } from "../LawInput.ts"

/**
 * Bounded: risk and score are integers from 0 to 100 that add up to 100.
 *
 * Points and minimum risks of rules are also integers from 0 to 100.
 *
 * @example
 * fc.assert(bounded({ rules: myRules, subjects: mySubjects }))
 */
export const bounded = <Subject>(judged: LawInput<Subject>): fc.IProperty<[Subject]> =>
  fc.property(judged.subjects, (subject) => {
    for (const { code, points, riskAtLeast } of judged.rules) {
      if (!isScore(points)) throw new LawBroken(`Bounded: ${code} has ${points} points`)
      if (!isScore(riskAtLeast ?? 0)) throw new LawBroken(`Bounded: ${code} has a minimum risk of ${riskAtLeast}`)
    }
    const judgment = judgeFor(judged)(judged.rules, subject)
    const { risk, score } = judgment
    if (!isScore(risk) || !isScore(score) || risk + score !== scoreMax) {
      throw new LawBroken(`Bounded: risk ${risk} and score ${score} in ${formatJudgment(judgment)}`)
    }
  })

const isScore = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= scoreMax
