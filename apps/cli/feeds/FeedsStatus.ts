import { Clock, Effect, Result } from "effect"
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { hostKnowledgeModuleUrl } from "../../../adapters/lists/HostKnowledgeEmbedded.ts"
import { FeedFiles, feedFolder } from "../../../adapters/webrisk/feeds/FeedFiles.ts"
import { type FeedSpec, type FileFeed, urlDigestOf, type UrlFeed } from "../../../adapters/webrisk/feeds/FeedSpec.ts"
import { loadFeedFile } from "../../../adapters/webrisk/feeds/FileSource.ts"
import { feedState } from "../../../adapters/webrisk/feeds/LoadedFeed.ts"
import type { FeedCounts } from "../../../adapters/webrisk/feeds/reading/FeedReader.ts"
import { ThreatThread } from "../../../adapters/webrisk/thread/ThreatThread.ts"
import type { SourcePolicy } from "../../../adapters/webrisk/ThreatSource.ts"
import type { SourceState } from "../../../core/threats/WebRisk.ts"
import { gatehouseConfig } from "../../server/settings/Config.ts"
import { configuredFeeds } from "../../server/threats/ConfiguredFeeds.ts"
import { configuredPolicies, remedyFor } from "../../server/threats/ConfiguredSources.ts"

/** State of a configured feed, read from its files. */
export interface FeedStatus {
  readonly name: string
  readonly from: "file" | "url"
  /** Whether URLs are reported safe only if this feed has data. */
  readonly required: boolean
  readonly state: SourceState
  readonly format: string | null
  /** Entry counts of the list; null if there is no list. */
  readonly counts: FeedCounts | null
  /** Size in bytes of the list as received. */
  readonly bytes: number | null
  readonly fetchedAt: Date | null
  /** Time when the list was last downloaded or confirmed unchanged. For a file, time of its last change. */
  readonly checkedAt: Date | null
  readonly triedAt: Date | null
  /** Time of the next download by a server, unless a failure delays it; null for a file. */
  readonly dueAt: Date | null
  readonly problem: string | null
}

/** File in the folder of the threat lists that belongs to no feed. */
export interface OtherSnapshot {
  readonly file: string
  readonly bytes: number
  readonly changedAt: Date
}

/** Reads the state of all configured feeds from stored lists and local files, without network requests. */
export const feedsStatus = Effect.fn(function*() {
  const config = yield* gatehouseConfig
  const feeds = yield* configuredFeeds(config)
  const now = yield* Clock.currentTimeMillis
  const policyOf = yield* configuredPolicies(config, feeds)
  const statuses = yield* Effect.forEach(
    feeds,
    (feed) => statusOf(feed, policyOf(feed.name), config.threatsDir, now)
  ).pipe(
    Effect.provide(ThreatThread.layer)
  )
  const others = yield* Effect.promise(() => otherSnapshots(config.threatsDir))
  return { feeds: statuses, others }
})

const statusOf = (feed: FeedSpec, policy: SourcePolicy, folder: string, now: number) =>
  feed.origin === "file" ? statusOfFile(feed, policy) : Effect.promise(() => statusOfUrl(feed, policy, folder, now))

const statusOfUrl = async (feed: UrlFeed, policy: SourcePolicy, folder: string, now: number): Promise<FeedStatus> => {
  const files = new FeedFiles(folder, feed.name)
  const stored = await files.readStatus()
  const isCurrentList = stored?.about?.address === urlDigestOf(feed) && await files.hasList()
  const about = isCurrentList ? stored.about : null
  const checkedAt = about === null ? null : stored?.checkedAt ?? about.fetchedAt
  return {
    name: feed.name,
    from: "url",
    required: policy.required,
    state: feedState(checkedAt, now, feed),
    format: about?.format ?? feed.format,
    counts: about?.counts ?? null,
    bytes: about?.bytes ?? null,
    fetchedAt: dateOf(about?.fetchedAt),
    checkedAt: dateOf(checkedAt),
    triedAt: dateOf(stored?.triedAt),
    dueAt: dateOf(checkedAt === null ? null : checkedAt + feed.periodMillis),
    problem: stored?.problem ?? (about === null ? `No list is stored: ${remedyFor(policy)}.` : null)
  }
}

const statusOfFile = Effect.fnUntraced(function*(
  feed: FileFeed,
  { required }: SourcePolicy
): Effect.fn.Return<FeedStatus, never, ThreatThread> {
  const loaded = yield* Effect.result(loadFeedFile(feed, hostKnowledgeModuleUrl, yield* ThreatThread))
  const common = { name: feed.name, from: "file", required, fetchedAt: null, triedAt: null, dueAt: null } as const
  if (Result.isSuccess(loaded)) {
    const { bytes, counts, format, mtimeMs } = loaded.success
    return { ...common, state: "live", format, counts, bytes, checkedAt: new Date(mtimeMs), problem: null }
  }
  const nothing = { format: feed.format, counts: null, bytes: null, checkedAt: null }
  return { ...common, ...nothing, state: "down", problem: loaded.failure.reason }
})

const dateOf = (millis: number | null | undefined): Date | null => millis == null ? null : new Date(millis)

const otherSnapshots = async (folder: string): Promise<ReadonlyArray<OtherSnapshot>> => {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const found: Array<OtherSnapshot> = []
  for (const file of names.filter((name) => !name.startsWith(feedFolder) && !name.endsWith(".tmp")).toSorted()) {
    const info = await stat(join(folder, file)).catch(() => null)
    if (info?.isFile() === true) found.push({ file, bytes: info.size, changedAt: info.mtime })
  }
  return found
}
