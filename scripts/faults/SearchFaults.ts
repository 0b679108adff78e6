import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { FileUses } from "../../test/select/AffectedTests.ts"
import { type Baseline, type Bench, testsForFault } from "./Baseline.ts"
import { lineOf } from "./Equivalent.ts"
import { type Fault, planted } from "./Fault.ts"
import { isUsedBy } from "./NearestTests.ts"
import type { Result } from "./Result.ts"
import type { RunLimits } from "./TestProcess.ts"

export interface SearchOptions {
  readonly benches: ReadonlyArray<Bench>
  readonly baseline: Baseline
  /** Faults without a result, with the site that their probes report. */
  readonly faults: ReadonlyArray<{ readonly fault: Fault; readonly site: string | null }>
  /** Lists the test files that can reach a source file, nearest first. */
  readonly nearestOf: (file: string) => ReadonlyArray<string>
  /** At most this many test files run against a fault. */
  readonly testsMax: number
  /** CPU seconds that a run may use beyond four times the duration of its tests without a fault. */
  readonly spareCpuSeconds: number
  readonly uses: FileUses
  readonly onResult: (result: Result) => void
  readonly isStopped: () => boolean
}

/** The state of a copy as its test process last loaded it. */
interface LoadedState {
  /** Files whose text has changed since the last run. */
  readonly stale: Set<string>
  /** Whether the built widget contains a fault. */
  isWidgetFaulty: boolean
}

/** Plants one fault at a time in each copy and runs its tests until one fails. */
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
  bench: Bench,
  seen: LoadedState,
  options: SearchOptions
): Promise<Result> => {
  const startedAt = performance.now()
  const path = join(bench.root, fault.file)
  const original = readFileSync(path, "utf8")
  const tests = testsForFault(fault, site, options.nearestOf(fault.file), options.baseline)
    .slice(0, options.testsMax)
  const known = { fault, line: lineOf(fault, original), tests, failure: null, limit: null }
  if (tests.length === 0) return { ...known, status: "not run", seconds: 0 }
  writeFileSync(path, planted(fault, original))
  try {
    const outcome = await runTests(fault.file, tests, bench, seen, options)
    return { ...known, ...outcome, seconds: (performance.now() - startedAt) / 1_000 }
  } finally {
    writeFileSync(path, original)
  }
}

/** Test files per run. The nearest test catches most faults, and each further run starts new worker processes. */
const runSizes = [1, 4, Infinity]

const runTests = async (
  file: string,
  tests: ReadonlyArray<string>,
  bench: Bench,
  seen: LoadedState,
  { baseline, isStopped, spareCpuSeconds, uses }: SearchOptions
): Promise<Pick<Result, "status"> & Partial<Result>> => {
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
