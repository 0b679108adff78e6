import type { Baseline, Sites } from "./Baseline.ts"
import type { Fault } from "./Fault.ts"
import type { Failure } from "./Messages.ts"

/** What became of a planted fault. */
export type Status =
  /** A test failed. */
  | "caught"
  /** The tests did not end, or a test waited too long: that fails as well. */
  | "timed out"
  /** All tests that evaluate its place passed. */
  | "survived"
  /** No test evaluates its place. */
  | "not run"

export interface Result {
  readonly fault: Fault
  /** The line of the source, without the spaces around it. */
  readonly line: string
  readonly status: Status
  /** The tests that were run, nearest first. */
  readonly tests: ReadonlyArray<string>
  /** The test that caught it. */
  readonly failure: Failure | null
  /** The limit that it went over. */
  readonly limit: string | null
  readonly seconds: number
}

/** Everything of a search: what it reports, and what it needs to go on after a stop. */
export interface Search {
  /** The words of the command line. */
  readonly command: string
  readonly mode: "test" | "full"
  readonly startedAt: string
  /** SHA-256 of each file with faults. */
  readonly digests: Readonly<Record<string, string>>
  readonly faults: ReadonlyArray<Fault>
  readonly sites: Sites
  /** Null until it has been measured. */
  readonly baseline: Baseline | null
  readonly results: ReadonlyArray<Result>
}

export const isCaught = ({ status }: Result): boolean => status === "caught" || status === "timed out"

/** The share of caught faults, in percent; 100 of none. */
export const caughtPercent = (results: ReadonlyArray<Result>): number =>
  results.length === 0 ? 100 : 100 * results.filter(isCaught).length / results.length
