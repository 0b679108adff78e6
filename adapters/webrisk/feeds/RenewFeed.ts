import { Clock, Effect, Result } from "effect"
import type { Http } from "../http/Http.ts"
import type { WorkThread } from "../thread/ThreatThread.ts"
import { UpdateFailed } from "../Updating.ts"
import type { FeedFiles } from "./FeedFiles.ts"
import { takeNewFeedJob } from "./FeedJobs.ts"
import { addressOf, type UrlFeed } from "./FeedSpec.ts"
import { fetchFeed } from "./FetchFeed.ts"
import { type FeedAbout, type FeedStanding, type HeldList, heldList } from "./HeldFeed.ts"

/** Dependencies for fetching, reading and storing feeds. */
export interface FeedTools {
  readonly thread: WorkThread
  readonly http: Http
  /** Path of the module with the host knowledge, for the thread. */
  readonly knowledge: string
  readonly folder: string
}

export interface Renewed {
  /** Null if the list is unchanged. */
  readonly replaced: HeldList | null
  readonly standing: FeedStanding
}

/**
 * Fetches a list if it has changed, reads it in the thread, stores it and records the outcome. On failure, the previous list stays in
 * place.
 */
export const renewFeed = Effect.fnUntraced(function*(
  feed: UrlFeed,
  files: FeedFiles,
  standing: FeedStanding,
  tools: FeedTools,
  isForced: boolean
): Effect.fn.Return<Renewed, UpdateFailed> {
  const about = standing.about?.address === addressOf(feed) ? standing.about : null
  const outcome = yield* Effect.result(attempt(feed, files, about, tools, isForced))
  const now = yield* Clock.currentTimeMillis
  if (Result.isFailure(outcome)) {
    yield* write(files, { ...standing, triedAt: now, problem: outcome.failure.message })
    return yield* outcome.failure
  }
  const replaced = outcome.success
  const after: FeedStanding = {
    name: feed.name,
    about: replaced?.about ?? about,
    checkedAt: now,
    triedAt: now,
    problem: null
  }
  yield* write(files, after)
  return { replaced, standing: after }
})

/**
 * Logs a failure to store the status; the list is usable without it. Interruption waits for the write, so that nothing is written after a
 * source's scope is closed.
 */
const write = (files: FeedFiles, standing: FeedStanding) =>
  Effect.flatMap(
    Effect.promise(() => files.writeStanding(standing)),
    (problem) => problem === null ? Effect.void : Effect.logWarning(problem)
  ).pipe(Effect.uninterruptible)

const attempt = Effect.fnUntraced(function*(
  feed: UrlFeed,
  files: FeedFiles,
  about: FeedAbout | null,
  { http, knowledge, thread }: FeedTools,
  isForced: boolean
): Effect.fn.Return<HeldList | null, UpdateFailed> {
  const fetched = yield* fetchFeed(feed, about, http)
  if (fetched.found === "unchanged") return null
  const { blocks, version } = fetched
  const { format, name, type } = feed
  const fetchedAt = yield* Clock.currentTimeMillis
  const entriesBefore = about?.counts.entries ?? null
  const job = {
    name,
    address: addressOf(feed),
    format,
    type,
    knowledge,
    blocks,
    ...version,
    fetchedAt,
    entriesBefore,
    isForced,
    path: files.list
  }
  const taken = yield* Effect.tryPromise({
    try: () => thread.run(takeNewFeedJob, job, blocks),
    catch: (cause) => failed(cause instanceof Error ? `${cause.message}.` : String(cause))
  })
  if ("refused" in taken) return yield* failed(taken.refused)
  if (taken.problem !== null) yield* Effect.logWarning(taken.problem)
  return heldList(taken.buffer, taken.about)
})

const failed = (message: string) => new UpdateFailed({ message, reached: true, retryAfterMillis: null })
