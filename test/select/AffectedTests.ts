import { dirname, join } from "node:path"
import { importsOf } from "../house/Tree.ts"

/** The files that each file of the repository reads, imports or starts. Paths are relative to the root. */
export type FileUses = ReadonlyMap<string, ReadonlyArray<string>>

/** Matches a quoted path, for example of a program to start, a data file or a bundler's input. */
const quotedPath = /["`]((?:\.{0,2}\/)*[\w.@-]+(?:\/[\w.@-]+)*\/?)/g

/**
 * Finds the files that each source uses: its imports, and every file that it names by a quoted path.
 *
 * A path is relative to the root or to the source's own folder. The path of a folder means all files in the folder.
 *
 * @param files all files of the repository
 * @param textOf returns the text of a file
 */
export const findUses = (files: ReadonlyArray<string>, textOf: (file: string) => string): FileUses => {
  const known = new Set(files)
  const folders = foldersOf(files)
  const filesNamed = (path: string): ReadonlyArray<string> =>
    known.has(path) ? [path] : path.includes("/") ? folders.get(path.replace(/\/$/, "")) ?? [] : []
  return new Map(
    files.filter((file) => /\.(?:tsx?|mjs)$/.test(file)).map((file) => {
      const text = textOf(file)
      const imports = importsOf(file, text)
      const imported = imports.filter(({ isType }) => !isType).map(({ to }) => to)
      const onlyTypes = new Set(imports.filter(({ isType }) => isType).map(({ to }) => to))
      const quoted = [...text.matchAll(quotedPath)].flatMap(([, path]) => [
        ...filesNamed(path!),
        ...path!.startsWith(".") ? filesNamed(join(dirname(file), path!)) : []
      ]).filter((to) => !onlyTypes.has(to))
      return [file, [...new Set([...imported, ...quoted])].filter((to) => to !== file && known.has(to))]
    })
  )
}

const foldersOf = (files: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const folders = new Map<string, Array<string>>()
  for (const file of files) {
    for (let folder = dirname(file); folder.includes("/"); folder = dirname(folder)) {
      const inside = folders.get(folder)
      if (inside === undefined) folders.set(folder, [file])
      else inside.push(file)
    }
  }
  return folders
}

const isTest = (file: string): boolean => file.startsWith("test/") && file.endsWith(".test.ts")

export interface AffectedTest {
  readonly test: string
  /** Number of uses between the test and the nearest changed file: 0 for a test that has changed. */
  readonly distance: number
}

/**
 * Returns the test files that a change can affect, nearest first.
 *
 * Among equally near tests, those in a folder that mirrors a changed file's folder come first.
 */
export const findAffectedTests = (changed: ReadonlyArray<string>, uses: FileUses): ReadonlyArray<AffectedTest> => {
  const usedBy = new Map<string, Array<string>>()
  for (const [file, used] of uses) {
    for (const to of used) usedBy.set(to, [...usedBy.get(to) ?? [], file])
  }
  const distances = new Map<string, number>()
  let [frontier, distance] = [[...new Set(changed)], 0]
  while (frontier.length > 0) {
    for (const file of frontier) distances.set(file, distance)
    distance++
    // Does not continue from test files: a test that contains the path of another test does not run it.
    frontier = [...new Set(frontier.filter((file) => !isTest(file)).flatMap((file) => usedBy.get(file) ?? []))]
      .filter((file) => !distances.has(file))
  }
  const folders = new Set(changed.map((file) => dirname(file)))
  const mirrorRank = (test: string): number => folders.has(dirname(test.slice("test/".length))) ? 0 : 1
  return [...distances].filter(([file]) => isTest(file)).map(([test, distance]) => ({ test, distance }))
    .toSorted((one, other) =>
      one.distance - other.distance || mirrorRank(one.test) - mirrorRank(other.test) || (one.test < other.test ? -1 : 1)
    )
}

/** Returns the nearest tests whose CPU time fits the budget, but at least one test. */
export const takeWithinSeconds = (
  affected: ReadonlyArray<AffectedTest>,
  cpuSecondsMax: number,
  cpuSecondsOf: (test: string) => number
): ReadonlyArray<AffectedTest> => {
  let sum = 0
  const end = affected.findIndex(({ test }, at) => (sum += cpuSecondsOf(test)) > cpuSecondsMax && at > 0)
  return end < 0 ? affected : affected.slice(0, end)
}
