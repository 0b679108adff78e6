/**
 * Result of a thread job: heavy work on whole lists, which would block the event loop. A job is a function of its input, may do blocking
 * file I/O, and throws only for bugs; problems with its input are part of its output.
 *
 * Buffers of the output that are named in `transfer` are moved, not copied.
 */
export interface JobResult<A> {
  readonly output: A
  readonly transfer: ReadonlyArray<ArrayBuffer>
}

export type Work<I, A> = (input: I) => JobResult<A> | Promise<JobResult<A>>

/** A function and its name, by which the thread finds it, because functions cannot be sent to a thread. */
export interface Job<I, A> {
  readonly name: string
  readonly work: Work<I, A>
}

/** Message to the thread. Buffers in it are not views, because Deno copies views byte by byte (200 ms per MB). */
export interface JobRequest {
  readonly id: number
  readonly name: string
  readonly input: unknown
}

/** Message from the thread. */
export type JobReply =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly fault: string }
