import * as fc from "fast-check"
import { formatJudgment, judgeFor, LawBroken, type LawInput } from "../LawInput.ts"

/**
 * Stable: a subject gets the same judgment each time, and judging does not change the subject.
 *
 * Judging other subjects in between makes no difference. A rule that depends on the clock, random numbers or its own
 * state breaks the law.
 *
 * @example
 * fc.assert(stable({ rules: myRules, subjects: mySubjects }))
 */
export const stable = <Subject>(judged: LawInput<Subject>): fc.IProperty<[Subject, Subject]> =>
  fc.property(judged.subjects, judged.subjects, (subject, other) => {
    const judge = judgeFor(judged)
    const asBefore = fc.stringify(subject)
    const judgeAgain = () => formatJudgment(judge(judged.rules, subject))
    // Judges the subject again immediately, and again after another subject, to detect rules with state.
    const results = [judgeAgain(), judgeAgain()]
    judge(judged.rules, other)
    results.push(judgeAgain())
    const changed = results.find((each) => each !== results[0])
    if (changed !== undefined) throw new LawBroken(`Stable: ${results[0]} became ${changed}`)
    if (fc.stringify(subject) !== asBefore) throw new LawBroken(`Stable: judging changed the subject ${asBefore}`)
  })
