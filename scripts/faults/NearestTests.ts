import { testsOf, type Uses } from "../../test/select/Dependents.ts"

/** Test folders that never count: house rules read all sources, and benches are no tests. */
const ignored = /^test\/(?:house|bench)\//

/** Test folders whose files take the longest: of equally near ones they come last. */
const slow = /^test\/(?:browser|runtime|crash|cli|library|server)\//

/**
 * Lists the test files that a source file can reach, nearest first: the test of the same path, then the tests of a similar name, then
 * those with the shortest way over imports and started files.
 */
export const nearestTests = (file: string, uses: Uses): ReadonlyArray<string> => {
  const words = wordsOf(file)
  const rankOf = ({ distance, test }: { readonly distance: number; readonly test: string }): number => {
    if (test === testOfSamePath(file)) return -100
    const shared = [...wordsOf(test)].filter((word) => words.has(word)).length
    return distance - shared + (slow.test(test) ? slowDistance : 0)
  }
  return testsOf([file], uses)
    .filter(({ test }) => !ignored.test(test))
    .map((reached) => ({ test: reached.test, rank: rankOf(reached) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ test }) => test)
}

const slowDistance = 3

const testOfSamePath = (file: string): string => `test/${file.replace(/\.tsx?$/, ".test.ts")}`

/** The words of a path: of `core/credits/LedgerCommand.ts` they are core, credits, ledger and command. */
const wordsOf = (path: string): ReadonlySet<string> =>
  new Set(
    path.replace(/(?:\.test)?\.tsx?$/, "").split(/[/\d_-]|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase())
      .filter((word) => word.length > 1)
  )

/** Reports whether one file uses another, directly or through others. */
export const isUsedBy = (file: string, user: string, uses: Uses): boolean => {
  const seen = new Set([user])
  for (const one of seen) for (const used of uses.get(one) ?? []) seen.add(used)
  return seen.has(file)
}
