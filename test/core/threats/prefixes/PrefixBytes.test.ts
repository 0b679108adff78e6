import { expect, it } from "vitest"
import { prefixProblem } from "../../../../core/threats/prefixes/PrefixBytes.ts"

it.each<[number, number, ReturnType<typeof prefixProblem>]>([
  [0, 4, null],
  [134_217_728, 4, null],
  [134_217_732, 4, "too many"],
  [167_772_160, 5, null],
  [167_772_165, 5, "too many"],
  [32, 32, null],
  [33, 33, "size"],
  [3, 3, "size"],
  [7, 4, "length"]
])("%d bytes of prefixes of %d bytes: %s", (length, size, problem) => {
  expect(prefixProblem(new Uint8Array(length), size)).toBe(problem)
})
