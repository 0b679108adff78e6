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
