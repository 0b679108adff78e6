/**
 * What the thread can do: heavy work on whole lists, which would hold up everybody's answers on the event loop. Each is a
 * function of its input, may read and write files (and wait for them: the thread has nothing else to do), and throws only what is
 * a fault of the program; what can be wrong with its input is part of its output.
 *
 * Buffers of the output that are named in `transfer` are moved, not copied.
 */
export interface JobResult<A> {
  readonly output: A
  readonly transfer: ReadonlyArray<ArrayBuffer>
}

export type Work<I, A> = (input: I) => JobResult<A> | Promise<JobResult<A>>

/** A function, and the name by which the thread finds it: functions do not go between threads. */
export interface Job<I, A> {
  readonly name: string
  readonly work: Work<I, A>
}

/** To the thread. Buffers in it are sent as they are: Deno goes through each byte of a view (200 ms a MB). */
export interface JobRequest {
  readonly id: number
  /** Of a job. */
  readonly name: string
  readonly input: unknown
}

/** From the thread. */
export type JobReply =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly fault: string }
