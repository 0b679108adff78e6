import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { FileUses } from "../../test/select/AffectedTests.ts"
import { measureBaseline, type TestBench } from "./Baseline.ts"
import { makeCopies, type RepositoryCopies } from "./Copy.ts"
import { nearestTests } from "./NearestTests.ts"
import { makeProgress } from "./Progress.ts"
import { caughtPercent, isCaught, type Search } from "./Result.ts"
import { searchFaults } from "./SearchFaults.ts"
import { faultId } from "./SearchFolder.ts"
import { TestProcess } from "./TestProcess.ts"
import { runtimeUses } from "./Uses.ts"

export interface RunSearchOptions {
  readonly root: string
  /** All files of the repository. */
  readonly files: ReadonlyArray<string>
  readonly textOf: (file: string) => string
  readonly workers: number
  readonly testsMax: number
  /** CPU seconds that a run may use in addition to four times the duration of its tests without a fault. */
  readonly spareCpuSeconds?: number
  /** Folder for the logs of the test processes. */
  readonly logFolder: string
  /** Stores the search after each change. */
  readonly onChange: (search: Search) => void
}

/** Runs the rest of a search. If a signal stops the program, returns the results so far. */
export const runSearch = async (search: Search, options: RunSearchOptions): Promise<Search> => {
  const uses = runtimeUses(options.files, options.textOf)
  const nearestOf = memoized((file: string) => nearestTests(file, uses))
  const copies = makeCopies(options.root, options.files, options.workers)
  const benches = benchesOf(copies, search, options.logFolder)
  let isStopped = false
  const stop = () => {
    isStopped = true
    for (const { process } of benches) void process.close()
  }
  process.once("SIGINT", stop).once("SIGTERM", stop)
  try {
    const running = { spareCpuSeconds: 10, ...options, nearestOf, uses, isStopped: () => isStopped }
    const measured = search.baseline === null ? await measure(search, benches, running) : search
    if (isStopped) return search
    options.onChange(measured)
    return await searchRest(measured, benches, running)
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop)
    await Promise.all(benches.map(({ process }) => process.close()))
    copies.remove()
  }
}

const benchesOf = (
  { roots, temporary }: RepositoryCopies,
  { mode }: Search,
  logFolder: string
): ReadonlyArray<TestBench> => {
  mkdirSync(logFolder, { recursive: true })
  // `npm run test:full` draws a random seed. With a fixed seed, only a fault makes tests fail, and not different
  // examples.
  const seed = mode === "full" ? process.env["GATEHOUSE_TEST_SEED"] ?? "1" : undefined
  const env = { TMPDIR: temporary, ...seed === undefined ? {} : { GATEHOUSE_TEST_SEED: seed } }
  return roots.map((root, at) => {
    const testFile = join(temporary, `test-file-${at + 1}`)
    const log = join(logFolder, `worker-${at + 1}.log`)
    writeFileSync(log, "")
    return { root, testFile, process: new TestProcess({ root, mode, testFile, log, env }) }
  })
}

interface Running extends Pick<RunSearchOptions, "onChange" | "testsMax"> {
  readonly spareCpuSeconds: number
  readonly nearestOf: (file: string) => ReadonlyArray<string>
  readonly uses: FileUses
  readonly isStopped: () => boolean
}

const measure = async (
  search: Search,
  benches: ReadonlyArray<TestBench>,
  { isStopped, nearestOf, testsMax }: Running
): Promise<Search> => {
  const progress = makeProgress("Test files without a fault")
  const done = new Set(search.results.map(({ fault }) => faultId(fault)))
  const faults = search.faults.filter((fault) => !done.has(faultId(fault)))
  const files = [...new Set(faults.map(({ file }) => file))]
  const tests = [...new Set(files.flatMap((file) => nearestOf(file).slice(0, testsMax)))].toSorted()
  const { baseline, sites } = await measureBaseline({
    benches,
    faults,
    tests,
    onProgress: (done, of) => progress.step(done, of),
    isStopped
  })
  progress.end()
  const siteOf = new Map(faults.map((fault, at) => [fault, sites[at]!]))
  return { ...search, baseline, sites: search.faults.map((fault) => siteOf.get(fault) ?? null) }
}

const searchRest = async (
  search: Search,
  benches: ReadonlyArray<TestBench>,
  { onChange, ...running }: Running
): Promise<Search> => {
  const progress = makeProgress("Faults")
  const results = new Map(search.results.map((result) => [faultId(result.fault), result]))
  const faults = search.faults.map((fault, at) => ({ fault, site: search.sites[at]! }))
    .filter(({ fault }) => !results.has(faultId(fault)))
  const before = results.size
  const soFar = (): Search => ({
    ...search,
    results: search.faults.flatMap((fault) => results.get(faultId(fault)) ?? [])
  })
  await searchFaults({
    benches,
    baseline: search.baseline!,
    faults,
    ...running,
    onResult: (result) => {
      results.set(faultId(result.fault), result)
      const all = [...results.values()]
      const left = all.filter((one) => !isCaught(one)).length
      progress.step(all.length - before, faults.length, `${caughtPercent(all).toFixed(0)} % caught, ${left} not`)
      onChange(soFar())
    }
  })
  progress.end()
  return soFar()
}

const memoized = <A, B>(compute: (input: A) => B): (input: A) => B => {
  const known = new Map<A, B>()
  return (input) => {
    if (!known.has(input)) known.set(input, compute(input))
    return known.get(input)!
  }
}
