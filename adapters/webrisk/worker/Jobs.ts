import { acceptFeedJob, readFeedFileJob, readStoredFeedJob } from "../feeds/FeedJobs.ts"
import { applySafeBrowsingListsJob, loadSafeBrowsingListsJob } from "../safebrowsing/ListJobs.ts"
import type { Job } from "../thread/Jobs.ts"
import { applyWebRiskDiffJob, loadWebRiskListJob } from "../update/ListJobs.ts"

/** Job for tests. It returns its buffer, or fails in the way that `fails` specifies. */
export const echoJob: Job<
  { readonly buffer: ArrayBuffer; readonly fails: "no" | "throws" | "hangs" | "exits" },
  ArrayBuffer
> = {
  name: "echo",
  work: ({ buffer, fails }) => {
    if (fails === "throws") throw new Error("asked to fail")
    if (fails === "exits") process.exit(3)
    while (fails === "hangs");
    return { output: buffer, transfer: [buffer] }
  }
}

const jobs: ReadonlyArray<Job<never, unknown>> = [
  echoJob,
  readFeedFileJob,
  readStoredFeedJob,
  acceptFeedJob,
  loadWebRiskListJob,
  applyWebRiskDiffJob,
  loadSafeBrowsingListsJob,
  applySafeBrowsingListsJob
]

/** Functions that the thread can run, by job name. */
export const workByName: ReadonlyMap<string, Job<never, unknown>["work"]> = new Map(
  jobs.map(({ name, work }) => [name, work])
)
