import { basename, dirname } from "node:path"
import { testsOf, type Uses } from "../../test/select/Dependents.ts"

/** Test folders that never count: they read sources as texts, or are no tests. */
const ignored = /^test\/(?:house|bench|select)\//

/** Test folders whose files take the longest: of equally near ones they come last. */
const slow = /^test\/(?:browser|runtime|crash|library|server)\//

/** What a rank counts, in steps of imports. */
const steps = { slow: 3, folderWord: 1, nameWord: 3 }

/**
 * Lists the test files that a source file can reach, nearest first: the test of the same path, then the others by the length of the
 * way over imports and started files, less what their paths have in common.
 */
export const nearestTests = (file: string, uses: Uses): ReadonlyArray<string> => {
  const weights = new Map([
    ...[...wordsOf(dirname(file))].map((word) => [word, steps.folderWord] as const),
    ...[...wordsOf(basename(file))].map((word) => [word, steps.nameWord] as const)
  ])
  const rankOf = ({ distance, test }: { readonly distance: number; readonly test: string }): number => {
    if (test === testOfSamePath(file)) return -Infinity
    const words = wordsOf(test)
    const common = [...words].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0)
    return distance - common + (slow.test(test) ? steps.slow : 0)
  }
  return testsOf([file], uses)
    .filter(({ test }) => !ignored.test(test))
    .map((reached) => ({ test: reached.test, rank: rankOf(reached) }))
    .toSorted((one, other) => one.rank < other.rank ? -1 : one.rank > other.rank ? 1 : 0)
    .map(({ test }) => test)
}

const testOfSamePath = (file: string): string => `test/${file.replace(/\.tsx?$/, ".test.ts")}`

/** The words of a path, in the singular: of `core/accounts/ApiKeys.ts` they are core, account, api and key. */
const wordsOf = (path: string): ReadonlySet<string> =>
  new Set(
    path.replace(/(?:\.test)?\.tsx?$/, "").split(/[/\d_-]|(?<=[a-z])(?=[A-Z])/)
      .map((word) => word.toLowerCase().replace(/s$/, "")).filter((word) => word.length > 1)
  )

/** Reports whether one file uses another, directly or through others. */
export const isUsedBy = (file: string, user: string, uses: Uses): boolean => {
  const seen = new Set([user])
  for (const one of seen) for (const used of uses.get(one) ?? []) seen.add(used)
  return seen.has(file)
}
