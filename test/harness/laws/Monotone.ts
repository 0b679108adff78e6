import * as fc from "fast-check"
import { formatJudgment, judgeFor, LawBroken, type LawInput } from "../LawInput.ts"

/**
 * Monotone in every rule: adding a rule that applies never lowers the risk.
 *
 * Adding a rule that does not apply changes nothing.
 *
 * @example
 * fc.assert(monotone({ rules: myRules, subjects: mySubjects }))
 */
export const monotone = <Subject>(judged: LawInput<Subject>): fc.IProperty<[Subject, ReadonlyArray<number>]> =>
  fc.property(
    judged.subjects,
    fc.shuffledSubarray(judged.rules.map((_, at) => at)),
    (subject, chosen) => {
      const judge = judgeFor(judged)
      let fewer = judge([], subject)
      for (let count = 1; count <= chosen.length; count++) {
        const rules = chosen.slice(0, count).map((at) => judged.rules[at]!)
        const added = rules.at(-1)!
        const more = judge(rules, subject)
        const isViolated = added.when(subject)
          ? more.risk < fewer.risk
          : formatJudgment(more) !== formatJudgment(fewer)
        if (isViolated) {
          throw new LawBroken(
            `Monotone: adding ${added.code} turns ${formatJudgment(fewer)} into ${formatJudgment(more)}`
          )
        }
        fewer = more
      }
    }
  )

/**
 * Monotone in the subject: a worse subject never has a lower risk.
 *
 * @param worsen generates subjects that are at least as bad as the given one, by the intent of the rules
 *
 * @example
 * fc.assert(monotoneIn({
 *   rules: myRules,
 *   subjects: fc.record({ links: fc.nat(50) }),
 *   worsen: ({ links }) => fc.nat(50).map((more) => ({ links: links + more }))
 * }))
 */
export const monotoneIn = <Subject>(
  judged: LawInput<Subject> & { readonly worsen: (subject: Subject) => fc.Arbitrary<Subject> }
): fc.IProperty<[readonly [Subject, Subject]]> =>
  fc.property(
    judged.subjects.chain((subject) => judged.worsen(subject).map((worse) => [subject, worse] as const)),
    ([subject, worse]) => {
      const judge = judgeFor(judged)
      const [before, after] = [judge(judged.rules, subject), judge(judged.rules, worse)]
      if (after.risk < before.risk) {
        throw new LawBroken(
          `Monotone: the worse subject has ${formatJudgment(after)}, the other ${formatJudgment(before)}`
        )
      }
    }
  )
