/**
 * Result of a thread job, which processes complete threat lists and would block the event loop.
 *
 * A job is a function of its input and may do blocking file I/O. It throws only for bugs. Problems with its input are
 * part of its output.
 *
 * Buffers in `transfer` are moved to the receiver, not copied.
 */
export interface JobResult<A> {
  readonly output: A
  readonly transfer: ReadonlyArray<ArrayBuffer>
}

export type JobFunction<I, A> = (input: I) => JobResult<A> | Promise<JobResult<A>>

/** Function with its name. The thread finds the function by name, because functions cannot be sent to a thread. */
export interface Job<I, A> {
  readonly name: string
  readonly work: JobFunction<I, A>
}

/**
 * Message to the thread. It contains buffers instead of views, because Deno copies views byte by byte (200 ms per MB).
 */
export interface JobRequest {
  readonly id: number
  readonly name: string
  readonly input: unknown
}

/** Message from the thread. */
export type JobReply =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly fault: string }
