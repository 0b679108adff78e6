import * as fc from "fast-check"
import { judgeFor, LawBroken, type LawInput } from "../LawInput.ts"

/**
 * Total: every subject has a judgment.
 *
 * No predicate or message throws, each predicate returns a boolean, and no reason has a blank message.
 *
 * @example
 * fc.assert(total({ rules: myRules, subjects: fc.record({ text: fc.string() }) }))
 */
export const total = <Subject>(judged: LawInput<Subject>): fc.IProperty<[Subject]> =>
  fc.property(judged.subjects, (subject) => {
    for (const rule of judged.rules) {
      const holds: unknown = rule.when(subject)
      if (typeof holds !== "boolean") {
        throw new LawBroken(`Total: the predicate of ${rule.code} returned ${String(holds)}, not a boolean`)
      }
    }
    for (const { code, message } of judgeFor(judged)(judged.rules, subject).reasons) {
      if (typeof message !== "string" || message.trim() === "") {
        throw new LawBroken(`Total: ${code} has an empty message`)
      }
    }
  })
