import type { Baseline, FaultSites } from "./Baseline.ts"
import type { Fault } from "./Fault.ts"
import type { FailedTest } from "./Messages.ts"

/** Outcome of a planted fault. */
export type Status =
  /** A test failed. */
  | "caught"
  /** A run exceeded a limit, or a test exceeded its timeout. Counts as caught. */
  | "timed out"
  /** All tests that run the fault's code passed. */
  | "survived"
  /** No test runs the fault's code. */
  | "not run"

export interface FaultResult {
  readonly fault: Fault
  /** Line of the source, without leading and trailing spaces. */
  readonly line: string
  readonly status: Status
  /** Test files chosen for the fault, nearest first. The later files do not run after a failure. */
  readonly tests: ReadonlyArray<string>
  /** Test that caught the fault; null if no test failed. */
  readonly failure: FailedTest | null
  /** Limit that the run exceeded; null if the run exceeded none. */
  readonly limit: string | null
  readonly seconds: number
}

/** State of a search: its results, and the data to continue it after a stop. */
export interface Search {
  /** Command line that started the search. */
  readonly command: string
  readonly mode: "test" | "full"
  readonly startedAt: string
  /** SHA-256 of each file with faults. */
  readonly digests: Readonly<Record<string, string>>
  readonly faults: ReadonlyArray<Fault>
  readonly sites: FaultSites
  /** Results of the tests without a fault; null until measured. */
  readonly baseline: Baseline | null
  readonly results: ReadonlyArray<FaultResult>
}

export const isCaught = ({ status }: FaultResult): boolean => status === "caught" || status === "timed out"

/** Returns the share of caught faults in percent; 100 if there are no results. */
export const caughtPercent = (results: ReadonlyArray<FaultResult>): number =>
  results.length === 0 ? 100 : 100 * results.filter(isCaught).length / results.length
