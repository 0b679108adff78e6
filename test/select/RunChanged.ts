/** Runs the tests that a change can affect, nearest first, as `npm run test:changed`. `--help` lists the options. */
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { readScriptArguments } from "../../scripts/ScriptOptions.ts"
import { readText, root } from "../house/Tree.ts"
import { timesFile } from "../support/TestTimes.ts"
import { findAffectedTests, findUses, takeWithinSeconds } from "./AffectedTests.ts"

/** CPU seconds assumed for a test file without a recorded time. */
const unknownCpuSeconds = 1
const cores = 2

const { values } = readScriptArguments({
  usage: "npm run test:changed -- [options]",
  description: "Runs the tests that a change can affect, nearest first, up to a time limit.",
  options: {
    since: {
      value: "REVISION",
      description: "Revision to compare the working tree with",
      fallback: "",
      fallbackLabel: "HEAD, or the commit before it if nothing is uncommitted"
    },
    seconds: { value: "N", description: "Approximate seconds that the tests may take on two cores", fallback: "30" },
    list: { value: "yes|no", description: "List the tests without running them", fallback: "no" }
  },
  example: "npm run test:changed -- --since main --seconds 600",
  problemOf: ({ values: { list, seconds } }) =>
    !(Number(seconds) > 0)
      ? "--seconds must be a number above 0."
      : /^(?:yes|no)$/.test(list!)
      ? null
      : "--list must be yes or no."
})

const git = (...args: ReadonlyArray<string>): ReadonlyArray<string> =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 2 ** 20 }).split("\n").filter(Boolean)

const changedSince = (revision: string): ReadonlyArray<string> => [
  ...git("diff", "--name-only", "--no-renames", revision),
  ...git("ls-files", "--others", "--exclude-standard")
]

const uncommitted = values.since === "" ? changedSince("HEAD") : []
const since = values.since !== "" ? values.since! : uncommitted.length > 0 ? "HEAD" : "HEAD~1"
const changed = uncommitted.length > 0 ? uncommitted : changedSince(since)
const files = [...new Set([...git("ls-files"), ...changed])].filter((file) => existsSync(join(root, file)))
// A deleted test file is among the changes but cannot run.
const reached = findAffectedTests(changed, findUses(files, readText)).filter(({ test }) => existsSync(join(root, test)))

const times: Readonly<Record<string, number>> = existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, "utf8")) : {}
const selected = takeWithinSeconds(reached, Number(values.seconds) * cores, (test) => times[test] ?? unknownCpuSeconds)

console.log(`${changed.length} files differ from ${since}; the changes can affect ${reached.length} test files.`)
if (selected.length < reached.length) {
  console.log(`Running the nearest ${selected.length}. To run more, set --seconds N. To run all tests, use npm test.`)
}
if (values.list === "yes") {
  for (const { distance, test } of selected) console.log(`${String(distance).padStart(3)}  ${test}`)
} else if (selected.length > 0) {
  const vitest = join(root, "node_modules/vitest/vitest.mjs")
  const run = spawnSync(process.execPath, [vitest, "run", ...selected.map(({ test }) => test)], {
    cwd: root,
    stdio: "inherit"
  })
  process.exitCode = run.status ?? 1
}
