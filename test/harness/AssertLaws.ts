import * as fc from "fast-check"
import type { Judged } from "./Judged.ts"
import { bounded } from "./laws/Bounded.ts"
import { monotone } from "./laws/Monotone.ts"
import { orderIndependent } from "./laws/OrderIndependent.ts"
import { stable } from "./laws/Stable.ts"
import { total } from "./laws/Total.ts"

/** The laws that need only rules and subjects, by name. */
export const laws = { total, bounded, monotone, orderIndependent, stable } as const

/** Runs per law, and the seed. A failure prints both, which reproduce it. */
export interface Run {
  readonly numRuns?: number
  readonly seed?: number
  readonly path?: string
}

/**
 * Checks a rule set against every law, and throws fast-check's counterexample for the first broken one.
 * Needs no test framework.
 *
 * @example
 * import { assertLaws } from "gatehouse/testing"
 *
 * test("my rules keep the laws", () => assertLaws({ rules: myRules, subjects: mySubjects }))
 */
export const assertLaws = <Subject>(judged: Judged<Subject>, run: Run = {}): void => {
  for (const law of Object.values(laws)) {
    fc.assert(law(judged) as fc.IProperty<unknown>, { ...run, includeErrorInReport: true })
  }
}
