import * as fc from "fast-check"
import { formatJudgment, judgeFor, LawBroken, type LawInput } from "../LawInput.ts"

/**
 * Independent of order: the same rules in any order return the same judgment, with the same reasons.
 *
 * Two rules with the same code break the law, because their order is visible in the reasons.
 *
 * @example
 * fc.assert(orderIndependent({ rules: myRules, subjects: mySubjects }))
 */
export const orderIndependent = <Subject>(
  judged: LawInput<Subject>
): fc.IProperty<[Subject, ReadonlyArray<number>]> => {
  const indices = judged.rules.map((_, at) => at)
  return fc.property(
    judged.subjects,
    fc.shuffledSubarray(indices, { minLength: indices.length }),
    (subject, order) => {
      const twice = judged.rules.find(({ code }, at) => judged.rules.findIndex((rule) => rule.code === code) !== at)
      if (twice !== undefined) throw new LawBroken(`Independent of order: ${twice.code} occurs more than once`)
      const judge = judgeFor(judged)
      const [listed, shuffled] = [judge(judged.rules, subject), judge(order.map((at) => judged.rules[at]!), subject)]
      if (formatJudgment(listed) !== formatJudgment(shuffled)) {
        throw new LawBroken(`Independent of order: ${formatJudgment(listed)} became ${formatJudgment(shuffled)}`)
      }
    }
  )
}
