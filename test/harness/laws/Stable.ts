import * as fc from "fast-check"
import { inOneLine, type Judged, judgeOf, LawBroken } from "../Judged.ts"

/**
 * Stable: a subject has the same judgment each time, whatever is judged in between, and judging does not change it.
 * A rule that depends on the clock, on random numbers or on its own state breaks the law.
 *
 * @example
 * fc.assert(stable({ rules: myRules, subjects: mySubjects }))
 */
export const stable = <Subject>(judged: Judged<Subject>): fc.IProperty<[Subject, Subject]> =>
  fc.property(judged.subjects, judged.subjects, (subject, other) => {
    const judge = judgeOf(judged)
    const asBefore = fc.stringify(subject)
    const ask = () => inOneLine(judge(judged.rules, subject))
    // Once immediately and once after another one: a memory with period two agrees with itself on one of them.
    const answers = [ask(), ask()]
    judge(judged.rules, other)
    answers.push(ask())
    const changed = answers.find((each) => each !== answers[0])
    if (changed !== undefined) throw new LawBroken(`Stable: ${answers[0]} became ${changed}`)
    if (fc.stringify(subject) !== asBefore) throw new LawBroken(`Stable: judging changed the subject ${asBefore}`)
  })
