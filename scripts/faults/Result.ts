import type { Baseline, Sites } from "./Baseline.ts"
import type { Fault } from "./Fault.ts"
import type { Failure } from "./Messages.ts"

/** The outcome of a planted fault. */
export type Status =
  /** A test failed. */
  | "caught"
  /** A run exceeded a limit, or a test exceeded its timeout. Counts as noticed. */
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
  /** The test files chosen for the fault, nearest first. A run ends early when one fails. */
  readonly tests: ReadonlyArray<string>
  /** The test that caught it. */
  readonly failure: Failure | null
  /** The limit that the run exceeded. */
  readonly limit: string | null
  readonly seconds: number
}

/** The state of a search: its results, and the data to continue it after a stop. */
export interface Search {
  /** The command line that started the search. */
  readonly command: string
  readonly mode: "test" | "full"
  readonly startedAt: string
  /** SHA-256 of each file with faults. */
  readonly digests: Readonly<Record<string, string>>
  readonly faults: ReadonlyArray<Fault>
  readonly sites: Sites
  /** Null until measured. */
  readonly baseline: Baseline | null
  readonly results: ReadonlyArray<Result>
}

export const isCaught = ({ status }: Result): boolean => status === "caught" || status === "timed out"

/** Returns the share of caught faults in percent; 100 if there are no results. */
export const caughtPercent = (results: ReadonlyArray<Result>): number =>
  results.length === 0 ? 100 : 100 * results.filter(isCaught).length / results.length
