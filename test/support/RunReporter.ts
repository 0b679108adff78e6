import { existsSync, readFileSync } from "node:fs"
import type { SerializedError } from "vitest"
import { DefaultReporter, type TestModule, type TestRunEndReason, type TestSpecification } from "vitest/node"
import { type FailedTest, type OmittedCases, ownCondition, type SkippedGroup, summaryLines } from "./RunSummary.ts"
import { recordTimes } from "./TestTimes.ts"

/** Maximum files of a run that prints a line for each file. */
const filesListedMax = 20
/** Number of files after which a larger run prints its progress again. */
const filesPerProgressLine = 50

/**
 * Groups skipped tests by the tag for which this run skips them. A test with two such tags counts only for the first.
 */
const groupSkippedTests = (
  modules: ReadonlyArray<TestModule>,
  skippedTags: ReadonlyArray<string>
): ReadonlyArray<SkippedGroup> => {
  const groups = new Map<string, { tests: number; files: Set<string> }>()
  for (const module of modules) {
    for (const test of module.children.allTests("skipped")) {
      const tag = test.tags.find((one) => skippedTags.includes(one)) ?? ownCondition
      const group = groups.get(tag) ?? { tests: 0, files: new Set() }
      group.tests++
      group.files.add(module.relativeModuleId)
      groups.set(tag, group)
    }
  }
  return [...groups].map(([tag, { files, tests }]) => ({ tag, tests, files: files.size }))
}

const findFailedTests = (modules: ReadonlyArray<TestModule>): ReadonlyArray<FailedTest> =>
  modules.filter((module) => module.state() === "failed").flatMap((module) => {
    const file = module.relativeModuleId
    const tests = [...module.children.allTests("failed")].map(({ fullName: name }) => ({ file, name }))
    return tests.length > 0 ? tests : [{ file, name: "" }]
  })

const readOmittedCases = (file: string): ReadonlyArray<OmittedCases> =>
  existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line)) : []

export interface RunReporterOptions {
  readonly isFull: boolean
  readonly seed: string
  readonly skippedTags: ReadonlyArray<string>
  /** File in which `sample` and `rounds` record the cases that they omit. */
  readonly leftOutFile: string
}

/** Vitest's default reporter, with less output while tests pass and with a summary at the end. */
export class RunReporter extends DefaultReporter {
  readonly #run: RunReporterOptions
  #files = 0
  #finished = 0
  #failed = 0

  constructor(run: RunReporterOptions) {
    super()
    this.#run = run
  }

  override onTestRunStart(specifications: ReadonlyArray<TestSpecification>): void {
    super.onTestRunStart(specifications)
    this.#files = specifications.length
    this.#finished = this.#failed = 0
    this.log(
      ` ${this.#files} files. To run one: npm test -- test/PATH.test.ts. To run the tests that a change can affect: npm run test:changed.\n`
    )
  }

  override onTestModuleEnd(module: TestModule): void {
    const failed = module.state() === "failed"
    this.#finished++
    if (failed) this.#failed++
    if (failed || this.#files <= filesListedMax) return super.onTestModuleEnd(module)
    if (this.isTTY || this.#finished % filesPerProgressLine > 0) return
    const seconds = Math.round((performance.now() - this.start) / 1_000)
    this.log(
      ` ${this.#finished} of ${this.#files} files, ${seconds} s${this.#failed > 0 ? `, ${this.#failed} failed` : ""}`
    )
  }

  override onTestRunEnd(
    modules: ReadonlyArray<TestModule>,
    errors: ReadonlyArray<SerializedError>,
    reason: TestRunEndReason
  ): void {
    super.onTestRunEnd(modules, errors, reason)
    const files = modules.map((module) => ({
      file: module.relativeModuleId,
      seconds: module.diagnostic().duration / 1_000,
      cpuSeconds: module.meta().cpuSeconds
    }))
    // Records only ordinary runs: full and filtered runs do not show how long a file takes in `npm test`.
    const isOrdinaryRun = !this.#run.isFull && this.ctx.config.testNamePattern === undefined
    if (isOrdinaryRun) {
      recordTimes(Object.fromEntries(files.map(({ cpuSeconds, file, seconds }) => [file, cpuSeconds ?? seconds])))
    }
    const lines = summaryLines({
      ...this.#run,
      files,
      // With -t, most tests are skipped because their names do not match.
      skipped: this.ctx.config.testNamePattern === undefined ? groupSkippedTests(modules, this.#run.skippedTags) : [],
      omitted: readOmittedCases(this.#run.leftOutFile),
      failed: findFailedTests(modules)
    })
    for (const line of lines) this.log(line)
  }
}
