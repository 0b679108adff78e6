import { Effect, Result } from "effect"
import { hostKnowledgeModuleUrl } from "../../../adapters/lists/HostKnowledgeEmbedded.ts"
import { FeedFiles } from "../../../adapters/webrisk/feeds/FeedFiles.ts"
import type { FeedSpec } from "../../../adapters/webrisk/feeds/FeedSpec.ts"
import { loadFeedFile } from "../../../adapters/webrisk/feeds/FileSource.ts"
import { initialFeedStatus } from "../../../adapters/webrisk/feeds/LoadedFeed.ts"
import type { FeedCounts } from "../../../adapters/webrisk/feeds/reading/FeedReader.ts"
import { type FeedDependencies, refreshFeed } from "../../../adapters/webrisk/feeds/RefreshFeed.ts"
import { http } from "../../../adapters/webrisk/http/Http.ts"
import { ThreatThread } from "../../../adapters/webrisk/thread/ThreatThread.ts"
import { gatehouseConfig } from "../../server/settings/Config.ts"
import { selectFeeds } from "../../server/threats/ConfiguredFeeds.ts"
import { progress } from "../terminal/Progress.ts"

export interface UpdatedFeed {
  readonly name: string
  readonly outcome: "renewed" | "unchanged" | "read" | "failed"
  /** Entry counts of the list in use; null if there is no list. */
  readonly counts: FeedCounts | null
  /** Sentence with the reason of a failure; null on success. */
  readonly message: string | null
}

/**
 * Updates the feeds one after another. Local files are only read, to check them. Running servers detect new lists.
 *
 * @param names feeds to update; all configured feeds if empty
 * @param isForced whether to accept a list that has shrunk to less than half
 */
export const updateFeeds = Effect.fn(function*(names: ReadonlyArray<string>, isForced: boolean) {
  const config = yield* gatehouseConfig
  const feeds = yield* selectFeeds(config, names)
  return yield* Effect.gen(function*() {
    const dependencies = {
      http,
      knowledge: hostKnowledgeModuleUrl,
      folder: config.threatsDir,
      thread: yield* ThreatThread
    }
    const bar = progress(feeds.length)
    const updated: Array<UpdatedFeed> = []
    for (const feed of feeds) {
      bar.show(updated.length, feed.name)
      updated.push(yield* updateOne(feed, dependencies, isForced))
    }
    bar.end()
    return updated
  }).pipe(Effect.provide(ThreatThread.layer))
})

const updateOne = Effect.fnUntraced(function*(feed: FeedSpec, dependencies: FeedDependencies, isForced: boolean) {
  const { name } = feed
  if (feed.origin === "file") {
    const loaded = yield* Effect.result(loadFeedFile(feed, dependencies.knowledge, dependencies.thread))
    return Result.isSuccess(loaded)
      ? updated(name, "read", loaded.success.counts)
      : updated(name, "failed", null, loaded.failure.reason)
  }
  const files = new FeedFiles(dependencies.folder, name)
  const before = (yield* Effect.promise(() => files.readStatus())) ?? initialFeedStatus(name)
  const hasStoredList = yield* Effect.promise(() => files.hasList())
  const fetched = yield* Effect.result(
    refreshFeed(feed, files, hasStoredList ? before : initialFeedStatus(name), dependencies, isForced)
  )
  if (Result.isFailure(fetched)) return updated(name, "failed", before.about?.counts ?? null, fetched.failure.message)
  const { replaced, status: after } = fetched.success
  const stored = yield* Effect.promise(() => files.readStatus())
  if (stored?.checkedAt !== after.checkedAt || !(yield* Effect.promise(() => files.hasList()))) {
    const message = `The list was fetched but cannot be stored in ${dependencies.folder} (GATEHOUSE_THREATS_DIR).`
    return updated(name, "failed", stored?.about?.counts ?? null, message)
  }
  return updated(name, replaced === null ? "unchanged" : "renewed", after.about?.counts ?? null)
})

const updated = (
  name: string,
  outcome: UpdatedFeed["outcome"],
  counts: FeedCounts | null,
  message: string | null = null
): UpdatedFeed => ({ name, outcome, counts, message })
