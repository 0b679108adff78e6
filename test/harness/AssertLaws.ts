import * as fc from "fast-check"
import type { LawInput } from "./LawInput.ts"
import { bounded } from "./laws/Bounded.ts"
import { monotone } from "./laws/Monotone.ts"
import { orderIndependent } from "./laws/OrderIndependent.ts"
import { stable } from "./laws/Stable.ts"
import { total } from "./laws/Total.ts"

/** The laws that need only rules and subjects, by name. */
export const laws = { total, bounded, monotone, orderIndependent, stable } as const

/**
 * Options of fast-check.
 *
 * `numRuns` is the number of runs of each law, 100 by default. `seed` and `path` repeat a failure that printed them.
 */
export interface LawRunOptions {
  readonly numRuns?: number
  readonly seed?: number
  readonly path?: string
}

/**
 * Checks a rule set against every law. Throws fast-check's counterexample for the first broken law.
 *
 * Needs no test framework.
 *
 * @example
 * import { assertLaws } from "gatehouse/testing"
 *
 * test("my rules keep the laws", () => assertLaws({ rules: myRules, subjects: mySubjects }))
 */
export const assertLaws = <Subject>(judged: LawInput<Subject>, run: LawRunOptions = {}): void => {
  for (const law of Object.values(laws)) {
    fc.assert(law(judged) as fc.IProperty<unknown>, { ...run, includeErrorInReport: true })
  }
}
