import type { JobAnswer } from "./ScanJob.ts"

/** From the pool to a worker. */
export interface Job {
  readonly id: number
  readonly bytes: Uint8Array
  /** How long it may read; then it answers with what it has. */
  readonly readMillisMax: number
}

/** From a worker to the pool. */
export interface Done {
  readonly id: number
  readonly answer: JobAnswer
}
