import type { InputOf, JobName, OutputOf } from "./Jobs.ts"

/** To the thread. Buffers in it are sent as they are: Deno goes through each byte of a view (200 ms a MB). */
export interface Asked<N extends JobName = JobName> {
  readonly id: number
  readonly name: N
  readonly input: InputOf<N>
}

/** From the thread. */
export type Told<N extends JobName = JobName> =
  | { readonly id: number; readonly output: OutputOf<N> }
  | { readonly id: number; readonly fault: string }
