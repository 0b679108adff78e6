import { appendFileSync } from "node:fs"
import { isFullRun, runs } from "../contracts/kit/Runs.ts"

export { isFullRun, runs }

/** The file in which tests record the cases that `npm test` omits, as JSON lines. The reporter reads it. */
const leftOutFile = process.env["GATEHOUSE_TEST_LEFT_OUT"]

/**
 * Returns `count` cases, spread evenly over the table, in `npm test`, and all cases in the long run.
 *
 * The summary of the run lists the number of omitted cases under `name`.
 */
export const sample = <A>(name: string, cases: ReadonlyArray<A>, count: number): ReadonlyArray<A> => {
  if (isFullRun || count >= cases.length) return cases
  recordOmitted(name, cases.length - count, cases.length)
  return Array.from({ length: count }, (_, at) => cases[Math.floor(at * cases.length / count)]!)
}

/**
 * Returns a number of repetitions: `inFull` in the long run, else `count`.
 *
 * The summary of the run lists the number of omitted repetitions under `name`.
 */
export const rounds = (name: string, count: number, inFull: number): number => {
  if (isFullRun) return inFull
  recordOmitted(name, inFull - count, inFull)
  return count
}

const recordOmitted = (name: string, count: number, total: number) => {
  if (leftOutFile !== undefined) appendFileSync(leftOutFile, `${JSON.stringify({ name, count, total })}\n`)
}

/**
 * Tags of tests that do not always run: `describe("…", { tags: [needs.chromium] }, …)`.
 *
 * `vitest.config.ts` skips the tests of a tag if its requirement is missing. The summary of the run lists the skipped
 * tests of each tag.
 */
export const needs = {
  chromium: "chromium",
  postgres: "postgres",
  redis: "redis",
  haproxy: "haproxy",
  clamd: "clamd",
  promtool: "promtool",
  /** Mounting a small disk in memory requires root. */
  smallDisk: "small-disk",
  /** `npm ci` installs Bun and Deno, unless it omits development dependencies. */
  bun: "bun",
  deno: "deno",
  /** The larger test vectors and the corpus, in a folder outside the repository. */
  vectors: "vectors",
  /** Tests that are too slow for every change. Only `npm run test:full` runs them. */
  full: "full"
} as const
