import * as fc from "fast-check"
import { inOneLine, type Judged, judgeOf, LawBroken } from "../Judged.ts"

/**
 * Stable: a subject has one judgement, however often it is asked for and whatever was judged in between, and it is not
 * changed by being judged. A rule that looks at the clock, at chance or at its own past breaks it.
 *
 * @example
 * fc.assert(stable({ rules: myRules, subjects: mySubjects }))
 */
export const stable = <Subject>(judged: Judged<Subject>): fc.IProperty<[Subject, Subject]> =>
  fc.property(judged.subjects, judged.subjects, (subject, other) => {
    const judge = judgeOf(judged)
    const asBefore = fc.stringify(subject)
    const ask = () => inOneLine(judge(judged.rules, subject))
    // At once and after another one: a memory of period two would agree with itself on one of them.
    const answers = [ask(), ask()]
    judge(judged.rules, other)
    answers.push(ask())
    const changed = answers.find((each) => each !== answers[0])
    if (changed !== undefined) throw new LawBroken(`Stable: ${answers[0]} became ${changed}`)
    if (fc.stringify(subject) !== asBefore) throw new LawBroken(`Stable: judging changed the subject ${asBefore}`)
  })
