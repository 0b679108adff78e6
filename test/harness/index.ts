/**
 * Property tests for scoring rules, for any test framework.
 *
 * Contains arbitraries, and laws for rule sets and tables of bands. Each law is a function that returns a fast-check
 * property.
 *
 * @example
 * import * as fc from "fast-check"
 * import { assertLaws, exactBands, monotoneIn } from "gatehouse/testing"
 *
 * assertLaws({ rules: myRules, subjects: mySubjects })
 * fc.assert(monotoneIn({ rules: myRules, subjects: mySubjects, worsen: withOneMoreLink }))
 * fc.assert(exactBands(myBands))
 */
export * from "./Arbitraries.ts"
export { assertLaws, type LawRunOptions, laws } from "./AssertLaws.ts"
export { LawBroken, type LawInput } from "./LawInput.ts"
export { bounded } from "./laws/Bounded.ts"
export { type Bands, exactBands } from "./laws/ExactBands.ts"
export { monotone, monotoneIn } from "./laws/Monotone.ts"
export { orderIndependent } from "./laws/OrderIndependent.ts"
export { stable } from "./laws/Stable.ts"
export { total } from "./laws/Total.ts"
