import { basename, dirname } from "node:path"
import { type FileUses, findAffectedTests } from "../../test/select/AffectedTests.ts"

/** Matches test folders to ignore. Their files read sources as text, or are not tests. */
const ignored = /^test\/(?:house|bench|select)\//

/** Matches test folders with slow files, which rank lower. */
const slow = /^test\/(?:browser|runtime|crash|library|server)\//

/** Weights for ranking test files. A weight of 1 counts as much as one import between test and source. */
const steps = { slow: 3, folderWord: 1, nameWord: 3 }

/**
 * Lists the test files that can reach a source file, nearest first.
 *
 * The test file at the path of the source comes first. The others are ranked by the number of imports and started files
 * between test and source. Words that occur in both paths improve the rank, and slow folders lower it.
 */
export const nearestTests = (file: string, uses: FileUses): ReadonlyArray<string> => {
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
  return findAffectedTests([file], uses)
    .filter(({ test }) => !ignored.test(test))
    .map((reached) => ({ test: reached.test, rank: rankOf(reached) }))
    .toSorted((one, other) => one.rank < other.rank ? -1 : one.rank > other.rank ? 1 : 0)
    .map(({ test }) => test)
}

const testOfSamePath = (file: string): string => `test/${file.replace(/\.tsx?$/, ".test.ts")}`

/** Returns the words of a path in the singular. `core/accounts/ApiKeys.ts` has core, account, api and key. */
const wordsOf = (path: string): ReadonlySet<string> =>
  new Set(
    path.replace(/(?:\.test)?\.tsx?$/, "").split(/[/\d_-]|(?<=[a-z])(?=[A-Z])/)
      .map((word) => word.toLowerCase().replace(/s$/, "")).filter((word) => word.length > 1)
  )

/** Reports whether `user` uses `file`, directly or through other files. */
export const isUsedBy = (file: string, user: string, uses: FileUses): boolean => {
  const seen = new Set([user])
  for (const one of seen) for (const used of uses.get(one) ?? []) seen.add(used)
  return seen.has(file)
}
