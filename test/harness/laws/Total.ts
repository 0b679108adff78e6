import * as fc from "fast-check"
import { type Judged, judgeOf, LawBroken } from "../Judged.ts"

/**
 * Total: every subject has a judgment. No predicate or message throws, each predicate returns a boolean, and every
 * reason has a text.
 *
 * @example
 * fc.assert(total({ rules: myRules, subjects: fc.record({ text: fc.string() }) }))
 */
export const total = <Subject>(judged: Judged<Subject>): fc.IProperty<[Subject]> =>
  fc.property(judged.subjects, (subject) => {
    for (const rule of judged.rules) {
      const holds: unknown = rule.when(subject)
      if (typeof holds !== "boolean") {
        throw new LawBroken(`Total: ${rule.code} answers ${String(holds)}, not true or false`)
      }
    }
    for (const { code, message } of judgeOf(judged)(judged.rules, subject).reasons) {
      if (typeof message !== "string" || message.trim() === "") throw new LawBroken(`Total: ${code} says nothing`)
    }
  })
