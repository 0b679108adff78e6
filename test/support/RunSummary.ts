/** One test file of a finished run. */
export interface FileTimes {
  readonly file: string
  readonly seconds: number
  /** Undefined on systems that do not report CPU time. */
  readonly cpuSeconds: number | undefined
}

/** The tests that a run skipped because one requirement is missing. */
export interface SkippedGroup {
  readonly tag: string
  readonly tests: number
  readonly files: number
}

/** Cases or repetitions that only the long run (`npm run test:full`) covers. */
export interface OmittedCases {
  readonly name: string
  readonly count: number
  readonly total: number
}

export interface FailedTest {
  readonly file: string
  readonly name: string
}

/** Group of the tests that a test file skips by a condition in its code, not by a tag. */
export const ownCondition = "own condition"

export interface RunSummary {
  readonly isFull: boolean
  readonly seed: string
  readonly files: ReadonlyArray<FileTimes>
  readonly skipped: ReadonlyArray<SkippedGroup>
  readonly omitted: ReadonlyArray<OmittedCases>
  readonly failed: ReadonlyArray<FailedTest>
}

const slowestCount = 10

/** Instructions for meeting the requirement of each tag. Package names are Debian's. */
const installHints: Readonly<Record<string, string>> = {
  chromium: "Chromium was not found. Install the package chromium, or set GATEHOUSE_TEST_CHROMIUM to its path.",
  postgres: "PostgreSQL was not found. Install the package postgresql, or set GATEHOUSE_TEST_POSTGRES_URL.",
  clamd: "ClamAV was not found. Install the package clamav-daemon.",
  redis: "Redis was not found. Install the package redis-server.",
  "small-disk": "Mounting a small disk failed. Run the tests as root.",
  bun: "Bun was not found. Run npm ci.",
  deno: "Deno was not found. Run npm ci.",
  [ownCondition]: "The test files skip them on a condition of their own.",
  vectors: "The folder ../shared/vectors was not found. These tests used only the repository's own vectors."
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

const slowestFilesLines = (files: ReadonlyArray<FileTimes>): ReadonlyArray<string> => {
  if (files.length <= slowestCount) return []
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowestCount)
  return [
    "Slowest files (wall time, CPU time of the worker and its finished child processes):",
    ...slowest.map(({ cpuSeconds, file, seconds }) =>
      `  ${seconds.toFixed(1).padStart(6)} s ${(cpuSeconds?.toFixed(1) ?? "?").padStart(6)} s  ${file}`
    )
  ]
}

const skippedLines = (skipped: ReadonlyArray<SkippedGroup>): ReadonlyArray<string> =>
  skipped.filter(({ tag }) => tag !== "full").map(({ files, tag, tests }) =>
    `Skipped: ${plural(tests, "test")} in ${plural(files, "file")}. ${
      installHints[tag] ?? `Missing requirement: ${tag}.`
    }`
  )

/** Adds up the entries with the same name, from all test files. */
const sumByName = (omitted: ReadonlyArray<OmittedCases>): ReadonlyArray<OmittedCases> => {
  const sums = new Map<string, OmittedCases>()
  for (const one of omitted) {
    const sum = sums.get(one.name)
    sums.set(one.name, { ...one, count: one.count + (sum?.count ?? 0), total: one.total + (sum?.total ?? 0) })
  }
  return [...sums.values()].toSorted((one, other) => one.name < other.name ? -1 : 1)
}

const omittedLines = ({ isFull, omitted, skipped }: RunSummary): ReadonlyArray<string> => {
  const full = skipped.find(({ tag }) => tag === "full")
  if (isFull || (full === undefined && omitted.length === 0)) return []
  return [
    "Only in the long run (npm run test:full), which also runs each property 20 times as often, with a random seed:",
    ...full === undefined ? [] : [`  ${plural(full.tests, "whole test")} in ${plural(full.files, "file")}`],
    ...sumByName(omitted).map(({ count, name, total }) => `  ${count} of ${total}: ${name}`)
  ]
}

/** Quotes a test's name for a shell and escapes it for a regular expression. */
const quoteTestName = (name: string): string =>
  `'${name.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll("'", String.raw`'\''`)}'`

const repeatLines = ({ failed, isFull, seed }: RunSummary): ReadonlyArray<string> => {
  const command = isFull ? "npm run test:full" : "npm test"
  return failed.length === 0 ? [] : [
    "To repeat a failure:",
    ...failed.slice(0, slowestCount).map(({ file, name }) =>
      `  GATEHOUSE_TEST_SEED=${seed} ${command} -- ${file}${name === "" ? "" : ` -t ${quoteTestName(name)}`}`
    )
  ]
}

/** Returns the last lines of a run's output, which follow Vitest's counts. */
export const summaryLines = (summary: RunSummary): ReadonlyArray<string> => {
  const blocks = [
    slowestFilesLines(summary.files),
    skippedLines(summary.skipped),
    omittedLines(summary),
    repeatLines(summary),
    [`Property seed: ${summary.seed}. To use another seed, set GATEHOUSE_TEST_SEED.`]
  ]
  return blocks.filter((lines) => lines.length > 0).flatMap((lines) => ["", ...lines])
}
