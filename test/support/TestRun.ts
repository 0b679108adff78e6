import { appendFileSync } from "node:fs"

/** Reports whether this is the long run, `npm run test:full`. */
export const isFullRun = process.env["GATEHOUSE_TEST_FULL"] === "1"

/** How many times more often a property runs in the long run. */
const runsFactor = Number(process.env["GATEHOUSE_TEST_RUNS_FACTOR"] ?? (isFullRun ? 20 : 1))

/** The number of runs of a property: `count` in `npm test`, a multiple of it in the long run. */
export const runs = (count: number): { readonly numRuns: number } => ({ numRuns: Math.ceil(count * runsFactor) })

/** Where tests record what `npm test` leaves out, one JSON line each; the reporter reads it. */
const leftOutFile = process.env["GATEHOUSE_TEST_LEFT_OUT"]

/**
 * Returns `count` cases, spread evenly over the table, in `npm test` and all of them in the long run. What is left out is listed
 * at the end of the run under this name.
 */
export const sample = <A>(name: string, cases: ReadonlyArray<A>, count: number): ReadonlyArray<A> => {
  if (isFullRun || count >= cases.length) return cases
  leaveOut(name, cases.length - count, cases.length)
  return Array.from({ length: count }, (_, at) => cases[Math.floor(at * cases.length / count)]!)
}

/** Returns `inFull` in the long run, else `count`; the rest is listed at the end of the run. For rounds and repetitions. */
export const rounds = (name: string, count: number, inFull: number): number => {
  if (isFullRun) return inFull
  leaveOut(name, inFull - count, inFull)
  return count
}

const leaveOut = (name: string, count: number, of: number) => {
  if (leftOutFile !== undefined) appendFileSync(leftOutFile, `${JSON.stringify({ name, count, of })}\n`)
}

/**
 * Tags of tests that do not always run: `describe("…", { tags: [needs.chromium] }, …)`. `vitest.config.ts` skips the tests of a tag
 * whose requirement is missing, and the run ends with how many tests each tag skipped.
 */
export const needs = {
  chromium: "chromium",
  postgres: "postgres",
  redis: "redis",
  /** Bun and Deno come with `npm ci`, unless it leaves out what development needs. */
  bun: "bun",
  deno: "deno",
  /** Files outside of the repository: the larger vectors and the corpus. */
  vectors: "vectors",
  /** Runs in `npm run test:full` alone: too long for every change. */
  full: "full"
} as const
