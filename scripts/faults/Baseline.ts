import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import type { Fault } from "./Fault.ts"
import { fileSite, insertProbes } from "./Probes.ts"
import type { TestProcess } from "./TestProcess.ts"

/** Results of the tests without a fault. */
export interface Baseline {
  /** Duration of each test file that passes, in seconds of wall time. */
  readonly seconds: Readonly<Record<string, number>>
  /** Test files that fail without a fault, and therefore cannot catch a fault. */
  readonly failing: ReadonlyArray<string>
  /** Test files that run the code at each site. A probe reports its site when its code runs. */
  readonly hits: Readonly<Record<string, ReadonlyArray<string>>>
}

/** Copy of the repository, and the process that runs the copy's tests. */
export interface TestBench {
  readonly root: string
  readonly process: TestProcess
  /** File to which the process writes the path of the running test file. */
  readonly testFile: string
}

const filesOfRun = 15
const noLimits = { cpuSecondsMax: 1_200, secondsMax: 3_600 }

export interface BaselineOptions {
  readonly benches: ReadonlyArray<TestBench>
  readonly faults: ReadonlyArray<Fault>
  readonly tests: ReadonlyArray<string>
  readonly onProgress: (done: number, of: number) => void
  readonly isStopped: () => boolean
}

/** Site of each fault, in the order of the faults. Null for code that runs only at module load. */
export type FaultSites = ReadonlyArray<string | null>

/** Runs the tests on probed sources, and records which test files run the code of each fault. */
export const measureBaseline = async (
  { benches, faults, isStopped, onProgress, tests }: BaselineOptions
): Promise<{ readonly baseline: Baseline; readonly sites: FaultSites }> => {
  const files = [...new Set(faults.map(({ file }) => file))]
  const original = new Map(files.map((file) => [file, readFileSync(join(benches[0]!.root, file), "utf8")]))
  const sites = new Map<Fault, string | null>()
  for (const { root, testFile } of benches) {
    writeFileSync(testFile, "")
    for (const file of files) {
      const ofFile = faults.filter((fault) => fault.file === file)
      const source = insertProbes({ file, text: original.get(file)! }, ofFile, { hits: hitsFile(root), test: testFile })
      ofFile.forEach((fault, at) => sites.set(fault, source.sites[at]!))
      writeFileSync(join(root, file), source.text)
    }
  }
  const queue = Array.from(
    { length: Math.ceil(tests.length / filesOfRun) },
    (_, at) => tests.slice(at * filesOfRun, (at + 1) * filesOfRun)
  )
  const seconds: Record<string, number> = {}
  const failing: Array<string> = []
  let done = 0
  await Promise.all(benches.map(async ({ process }) => {
    for (let next = queue.shift(); next !== undefined && !isStopped(); next = queue.shift()) {
      const end = await process.run({ files: next, changed: [], build: false, bail: false }, noLimits)
      const ended = end.is === "ended" ? end.reply.files : []
      for (const { file, passed, seconds: taken } of ended) {
        if (passed) seconds[file] = taken
        else failing.push(file)
      }
      failing.push(...next.filter((test) => !ended.some(({ file }) => file === test)))
      onProgress(done += next.length, tests.length)
    }
  }))
  const hits = hitsOf(benches)
  for (const { root } of benches) {
    for (const [file, text] of original) writeFileSync(join(root, file), text)
    rmSync(hitsFile(root), { force: true })
  }
  return { baseline: { seconds, failing: failing.toSorted(), hits }, sites: faults.map((fault) => sites.get(fault)!) }
}

const hitsFile = (root: string): string => `${root}-hits.txt`

const hitsOf = (benches: ReadonlyArray<TestBench>): Readonly<Record<string, ReadonlyArray<string>>> => {
  const hits = new Map<string, Set<string>>()
  for (const { root } of benches) {
    const lines = existsSync(hitsFile(root)) ? readFileSync(hitsFile(root), "utf8").split("\n") : []
    for (const line of lines) {
      const [test, site] = line.split("\t")
      if (test === undefined || test === "" || site === undefined) continue
      const of = hits.get(site) ?? new Set()
      hits.set(site, of.add(relative(root, test)))
    }
  }
  return Object.fromEntries([...hits].map(([site, tests]) => [site, [...tests]]))
}

/**
 * Maximum number of test files that run a fault's code for which further test files are added. Such code may run only
 * once, at the start of a server that test files share, so other test files may be the ones that catch the fault.
 */
const testsFew = 2
const testsOfFileMax = 10

/**
 * Chooses the test files to run against a fault, nearest first: those that run the fault's code.
 *
 * If at most `testsFew` test files run the code, up to `testsOfFileMax` others that run functions of the file are
 * added. For code that runs at module load, all test files that can reach the file are chosen.
 *
 * @param nearest all test files that can reach the file, nearest first
 */
export const testsForFault = (
  { file }: Fault,
  site: string | null,
  nearest: ReadonlyArray<string>,
  { hits, seconds }: Baseline
): ReadonlyArray<string> => {
  const usable = nearest.filter((test) => test in seconds)
  const ofFile = usable.filter((test) => hits[fileSite(file)]?.includes(test))
  if (site === null) return [...ofFile, ...usable.filter((test) => !ofFile.includes(test))]
  const ofPlace = usable.filter((test) => hits[site]?.includes(test))
  if (ofPlace.length === 0 || ofPlace.length > testsFew) return ofPlace
  return [...ofPlace, ...ofFile.filter((test) => !ofPlace.includes(test)).slice(0, testsOfFileMax)]
}
