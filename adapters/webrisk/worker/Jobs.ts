import { readFeedFile, readStoredFeed, takeNewFeed } from "../feeds/FeedJobs.ts"
import { applySafeBrowsingLists, loadSafeBrowsingLists } from "../safebrowsing/ListJobs.ts"
import { applyWebRiskDiff, loadWebRiskList } from "../update/ListJobs.ts"

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

export type Job<I, A> = (input: I) => JobResult<A> | Promise<JobResult<A>>

/** For the tests of the thread: what it is given, or what a job can do wrong. */
const echo: Job<{ readonly buffer: ArrayBuffer; readonly fails: "no" | "throws" | "hangs" | "exits" }, ArrayBuffer> = (
  { buffer, fails }
) => {
  if (fails === "throws") throw new Error("asked to fail")
  if (fails === "exits") process.exit(3)
  while (fails === "hangs");
  return { output: buffer, transfer: [buffer] }
}

export const jobs = {
  echo,
  readFeedFile,
  readStoredFeed,
  takeNewFeed,
  loadWebRiskList,
  applyWebRiskDiff,
  loadSafeBrowsingLists,
  applySafeBrowsingLists
}

export type Jobs = typeof jobs
export type JobName = keyof Jobs
export type InputOf<N extends JobName> = Parameters<Jobs[N]>[0]
export type OutputOf<N extends JobName> = Awaited<ReturnType<Jobs[N]>>["output"]
