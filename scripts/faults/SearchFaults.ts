import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { FileUses } from "../../test/select/AffectedTests.ts"
import { type Baseline, type TestBench, testsForFault } from "./Baseline.ts"
import { sourceLine } from "./Equivalent.ts"
import { type Fault, plantFault } from "./Fault.ts"
import { isUsedBy } from "./NearestTests.ts"
import type { FaultResult } from "./Result.ts"
import type { RunLimits } from "./TestProcess.ts"

export interface SearchOptions {
  readonly benches: ReadonlyArray<TestBench>
  readonly baseline: Baseline
  /**
   * Faults that have no result yet. `site` is the site that the fault's probe reports; null for code that runs only
   * when its module is loaded.
   */
  readonly faults: ReadonlyArray<{ readonly fault: Fault; readonly site: string | null }>
  /** Lists the test files that can reach a source file, nearest first. */
  readonly nearestOf: (file: string) => ReadonlyArray<string>
  /** Maximum number of test files that run against a fault. */
  readonly testsMax: number
  /** CPU seconds that a run may use in addition to four times the duration of its tests without a fault. */
  readonly spareCpuSeconds: number
  readonly uses: FileUses
  readonly onResult: (result: FaultResult) => void
  readonly isStopped: () => boolean
}

/** State of a copy and its test process between runs. */
interface LoadedState {
  /** Files whose text has changed since the last run. */
  readonly stale: Set<string>
  /** Whether the built widget contains a fault. */
  isWidgetFaulty: boolean
}

/** Plants one fault at a time in each copy, and runs the fault's tests until one fails. */
export const searchFaults = async (options: SearchOptions): Promise<void> => {
  const queue = [...options.faults]
  await Promise.all(options.benches.map(async (bench) => {
    const seen: LoadedState = { stale: new Set(options.faults.map(({ fault }) => fault.file)), isWidgetFaulty: false }
    for (let next = queue.shift(); next !== undefined && !options.isStopped(); next = queue.shift()) {
      const result = await searchOne(next, bench, seen, options)
      if (!options.isStopped()) options.onResult(result)
    }
  }))
}

const searchOne = async (
  { fault, site }: SearchOptions["faults"][number],
  bench: TestBench,
  seen: LoadedState,
  options: SearchOptions
): Promise<FaultResult> => {
  const startedAt = performance.now()
  const path = join(bench.root, fault.file)
  const original = readFileSync(path, "utf8")
  const tests = testsForFault(fault, site, options.nearestOf(fault.file), options.baseline)
    .slice(0, options.testsMax)
  const known = { fault, line: sourceLine(fault, original), tests, failure: null, limit: null }
  if (tests.length === 0) return { ...known, status: "not run", seconds: 0 }
  writeFileSync(path, plantFault(fault, original))
  try {
    const outcome = await runTests(fault.file, tests, bench, seen, options)
    return { ...known, ...outcome, seconds: (performance.now() - startedAt) / 1_000 }
  } finally {
    writeFileSync(path, original)
  }
}

/**
 * Number of test files in each run for a fault. The nearest test file catches most faults. Further runs are few,
 * because each starts new worker processes.
 */
const runSizes = [1, 4, Infinity]

const runTests = async (
  file: string,
  tests: ReadonlyArray<string>,
  bench: TestBench,
  seen: LoadedState,
  { baseline, isStopped, spareCpuSeconds, uses }: SearchOptions
): Promise<Pick<FaultResult, "status"> & Partial<FaultResult>> => {
  const isInWidget = isUsedBy(file, "scripts/BuildWidget.ts", uses)
  let from = 0
  for (const size of runSizes) {
    const files = tests.slice(from, from + size)
    if (files.length === 0 || isStopped()) break
    const build = from === 0 && (isInWidget || seen.isWidgetFaulty)
    const changed = [...seen.stale, file]
    const end = await bench.process.run(
      { files, changed, build, bail: true },
      limitsOf(files, baseline, spareCpuSeconds)
    )
    seen.stale.clear()
    seen.stale.add(file)
    seen.isWidgetFaulty = isInWidget
    if (end.is === "stopped") return { status: "timed out", limit: end.why }
    const { failure } = end.reply
    if (failure !== null) return { status: /timed out in \d/.test(failure.message) ? "timed out" : "caught", failure }
    from += size
  }
  return { status: "survived" }
}

/** Returns limits that a correct program never reaches, even on a busy machine. */
const limitsOf = (tests: ReadonlyArray<string>, { seconds }: Baseline, spareCpuSeconds: number): RunLimits => {
  const expected = tests.reduce((sum, test) => sum + (seconds[test] ?? 0), 0)
  const cpuSecondsMax = spareCpuSeconds + 4 * expected
  return { cpuSecondsMax, secondsMax: 120 + 10 * cpuSecondsMax }
}
