/** One test file of a finished run. */
export interface FileTimes {
  readonly file: string
  readonly seconds: number
  /** Undefined on systems that do not report it. */
  readonly cpuSeconds: number | undefined
}

/** The tests that a run skipped because one requirement is missing. */
export interface SkippedGroup {
  readonly tag: string
  readonly tests: number
  readonly files: number
}

/** A part of a table, or of rounds, that only the long run covers. */
export interface LeftOut {
  readonly name: string
  readonly count: number
  readonly of: number
}

export interface FailedTest {
  readonly file: string
  readonly name: string
}

export interface RunSummary {
  readonly isFull: boolean
  readonly seed: string
  readonly files: ReadonlyArray<FileTimes>
  readonly skipped: ReadonlyArray<SkippedGroup>
  readonly leftOut: ReadonlyArray<LeftOut>
  readonly failed: ReadonlyArray<FailedTest>
}

const slowestCount = 10

/** What to install for the tests of a tag. Packages are Debian's. */
const remedies: Readonly<Record<string, string>> = {
  chromium: "Chromium was not found. Install the package chromium, or set GATEHOUSE_TEST_CHROMIUM to its path.",
  postgres: "PostgreSQL was not found. Install the package postgresql, or set GATEHOUSE_TEST_POSTGRES_URL.",
  redis: "Redis was not found. Install the package redis-server.",
  "small-disk": "A small disk cannot be mounted. Run the tests as root.",
  bun: "Bun was not found. Run npm ci.",
  deno: "Deno was not found. Run npm ci.",
  vectors: "The folder ../shared/vectors was not found. The repository's own vectors were tested."
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

const slowestFiles = (files: ReadonlyArray<FileTimes>): ReadonlyArray<string> => {
  if (files.length <= slowestCount) return []
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowestCount)
  return [
    "Slowest files (wall time, CPU time of the worker and its finished child processes):",
    ...slowest.map(({ cpuSeconds, file, seconds }) =>
      `  ${seconds.toFixed(1).padStart(6)} s ${(cpuSeconds?.toFixed(1) ?? "?").padStart(6)} s  ${file}`
    )
  ]
}

const skippedGroups = (skipped: ReadonlyArray<SkippedGroup>): ReadonlyArray<string> =>
  skipped.filter(({ tag }) => tag !== "full").map(({ files, tag, tests }) =>
    `Skipped: ${plural(tests, "test")} in ${plural(files, "file")}. ${remedies[tag] ?? `They need ${tag}.`}`
  )

/** Adds up the entries of several files with the same name. */
const byName = (leftOut: ReadonlyArray<LeftOut>): ReadonlyArray<LeftOut> => {
  const sums = new Map<string, LeftOut>()
  for (const one of leftOut) {
    const sum = sums.get(one.name)
    sums.set(one.name, { ...one, count: one.count + (sum?.count ?? 0), of: one.of + (sum?.of ?? 0) })
  }
  return [...sums.values()].toSorted((one, other) => one.name < other.name ? -1 : 1)
}

const leftForFullRun = ({ isFull, leftOut, skipped }: RunSummary): ReadonlyArray<string> => {
  const full = skipped.find(({ tag }) => tag === "full")
  if (isFull || (full === undefined && leftOut.length === 0)) return []
  return [
    "Left to the long run (npm run test:full), which also runs each property 20 times as often, with a random seed:",
    ...full === undefined ? [] : [`  ${plural(full.tests, "whole test")} in ${plural(full.files, "file")}`],
    ...byName(leftOut).map(({ count, name, of }) => `  ${count} of ${of}: ${name}`)
  ]
}

/** Quotes a test's name for a shell and escapes it for a regular expression. */
const quoted = (name: string): string =>
  `'${name.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll("'", String.raw`'\''`)}'`

const repeatCommands = ({ failed, isFull, seed }: RunSummary): ReadonlyArray<string> => {
  const command = isFull ? "npm run test:full" : "npm test"
  return failed.length === 0 ? [] : [
    "To repeat a failure:",
    ...failed.slice(0, slowestCount).map(({ file, name }) =>
      `  GATEHOUSE_TEST_SEED=${seed} ${command} -- ${file}${name === "" ? "" : ` -t ${quoted(name)}`}`
    )
  ]
}

/** Returns the lines that end a run, after the counts. */
export const summaryLines = (summary: RunSummary): ReadonlyArray<string> => {
  const blocks = [
    slowestFiles(summary.files),
    skippedGroups(summary.skipped),
    leftForFullRun(summary),
    repeatCommands(summary),
    [`Seed of the properties: ${summary.seed} (set GATEHOUSE_TEST_SEED for another).`]
  ]
  return blocks.filter((lines) => lines.length > 0).flatMap((lines) => ["", ...lines])
}
