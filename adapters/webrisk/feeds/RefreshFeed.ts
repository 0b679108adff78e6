import { Clock, Effect, Result } from "effect"
import type { Http } from "../http/Http.ts"
import { UpdateFailed } from "../ListUpdater.ts"
import type { JobThread } from "../thread/ThreatThread.ts"
import type { FeedFiles } from "./FeedFiles.ts"
import { acceptFeedJob } from "./FeedJobs.ts"
import { urlDigestOf, type UrlFeed } from "./FeedSpec.ts"
import { fetchFeed } from "./FetchFeed.ts"
import { type FeedMetadata, type LoadedFeed, loadedFeed, type StoredFeedStatus } from "./LoadedFeed.ts"

/** Dependencies for fetching, reading and storing feeds. */
export interface FeedDependencies {
  readonly thread: JobThread
  readonly http: Http
  /** Path of the module with the host knowledge, which the thread imports. */
  readonly knowledge: string
  readonly folder: string
}

export interface FeedRefresh {
  /** New list; null if the list is unchanged. */
  readonly replaced: LoadedFeed | null
  readonly status: StoredFeedStatus
}

/**
 * Fetches a list if it has changed, reads it in the worker thread, stores it and records the outcome. On failure, the
 * previous list stays in use.
 */
export const refreshFeed = Effect.fnUntraced(function*(
  feed: UrlFeed,
  files: FeedFiles,
  status: StoredFeedStatus,
  tools: FeedDependencies,
  isForced: boolean
): Effect.fn.Return<FeedRefresh, UpdateFailed> {
  const about = status.about?.address === urlDigestOf(feed) ? status.about : null
  const outcome = yield* Effect.result(fetchAndStore(feed, files, about, tools, isForced))
  const now = yield* Clock.currentTimeMillis
  if (Result.isFailure(outcome)) {
    yield* storeStatus(files, { ...status, triedAt: now, problem: outcome.failure.message })
    return yield* outcome.failure
  }
  const replaced = outcome.success
  const after: StoredFeedStatus = {
    name: feed.name,
    about: replaced?.metadata ?? about,
    checkedAt: now,
    triedAt: now,
    problem: null
  }
  yield* storeStatus(files, after)
  return { replaced, status: after }
})

/**
 * Stores the status. A failure is only logged, because the list is usable without the status.
 *
 * An interruption waits for the write, so that nothing is written after the source's scope has closed.
 */
const storeStatus = (files: FeedFiles, status: StoredFeedStatus) =>
  Effect.flatMap(
    Effect.promise(() => files.writeStatus(status)),
    (problem) => problem === null ? Effect.void : Effect.logWarning(problem)
  ).pipe(Effect.uninterruptible)

const fetchAndStore = Effect.fnUntraced(function*(
  feed: UrlFeed,
  files: FeedFiles,
  about: FeedMetadata | null,
  { http, knowledge, thread }: FeedDependencies,
  isForced: boolean
): Effect.fn.Return<LoadedFeed | null, UpdateFailed> {
  const fetched = yield* fetchFeed(feed, about, http)
  if (fetched.found === "unchanged") return null
  const { blocks, version } = fetched
  const { format, name, type } = feed
  const fetchedAt = yield* Clock.currentTimeMillis
  const entriesBefore = about?.counts.entries ?? null
  const job = {
    name,
    address: urlDigestOf(feed),
    format,
    type,
    knowledge,
    blocks,
    ...version,
    fetchedAt,
    entriesBefore,
    isForced,
    path: files.listPath
  }
  const accepted = yield* Effect.tryPromise({
    try: () => thread.run(acceptFeedJob, job, blocks),
    catch: (cause) => updateFailed(cause instanceof Error ? `${cause.message}.` : String(cause))
  })
  if ("refused" in accepted) return yield* updateFailed(accepted.refused)
  if (accepted.problem !== null) yield* Effect.logWarning(accepted.problem)
  return loadedFeed(accepted.buffer, accepted.about)
})

const updateFailed = (message: string) => new UpdateFailed({ message, isReached: true, retryAfterMillis: null })
