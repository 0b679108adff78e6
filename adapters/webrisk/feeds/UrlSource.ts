import { Clock, Effect, Random } from "effect"
import { WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"
import { type ListUpdater, startListUpdater, type UpdateResult } from "../ListUpdater.ts"
import { ThreatThread } from "../thread/ThreatThread.ts"
import type { SourcePolicy, ThreatSource } from "../ThreatSource.ts"
import { FeedFiles } from "./FeedFiles.ts"
import { readStoredFeedJob } from "./FeedJobs.ts"
import { urlDigestOf, type UrlFeed } from "./FeedSpec.ts"
import { feedState, formatEntryCount, initialFeedStatus, type LoadedFeed, loadedFeed } from "./LoadedFeed.ts"
import { findInFeed } from "./reading/FindInFeed.ts"
import { type FeedDependencies, refreshFeed } from "./RefreshFeed.ts"

/** Milliseconds between checks whether another process, such as the command line, has updated the stored list. */
export const storeCheckMillis = 5_000
/** Maximum random deviation from the update period, as a share of the period. */
export const feedJitterShareMax = 0.05

export interface UrlSourceOptions extends Omit<FeedDependencies, "thread"> {
  /** Whether lists are fetched. If false, only the stored lists are used. */
  readonly isUpdated: boolean
  /** Advice to the operator if there is no usable list. It follows a colon and does not end with a period. */
  readonly remedy: string
}

/**
 * Creates the source for a list from a URL. The stored list is used immediately and then kept up to date. Without a
 * stored list, the source is down until an update succeeds.
 */
export const makeUrlSource = Effect.fnUntraced(
  function*(feed: UrlFeed, options: UrlSourceOptions, policy: SourcePolicy) {
    const thread = yield* ThreatThread
    const storedFeed = new StoredFeed(feed, { ...options, thread }, options.remedy)
    yield* storedFeed.reloadIfChanged
    if (options.isUpdated) {
      if (feed.url.protocol === "http:") {
        yield* Effect.logWarning(
          `${feed.name} is fetched over plain http, so others on the network path can alter it. Use https if the server supports it.`
        )
      }
      storedFeed.updater = yield* startListUpdater({
        name: `Threat list ${feed.name}`,
        update: storedFeed.refreshIfDue,
        updatedAt: storedFeed.checkedAt,
        periodMillis: feed.periodMillis,
        jitterMillis: feed.periodMillis * feedJitterShareMax,
        freshMillis: feed.periodMillis,
        staleMillisMax: feed.staleMillisMax
      })
      yield* Effect.forkScoped(
        Effect.forever(Effect.andThen(Effect.sleep(storeCheckMillis), storedFeed.reloadIfChanged))
      )
    }
    return { ...policy, source: storedFeed.source }
  }
)

class StoredFeed {
  /** Updater of the list; null if nothing is fetched. */
  updater: ListUpdater | null = null
  private readonly feed: UrlFeed
  private readonly dependencies: FeedDependencies
  private readonly files: FeedFiles
  private readonly remedy: string
  private loaded: LoadedFeed | null = null
  private status
  /** Modification time of the status file that was last read; null before the first read. */
  private statusModifiedAt: number | null = null
  /** Reason why the stored list is unusable; null otherwise. Update failures are in `status`. */
  private loadProblem: string | null = null

  constructor(feed: UrlFeed, tools: FeedDependencies, remedy: string) {
    this.feed = feed
    this.dependencies = tools
    this.remedy = remedy
    this.files = new FeedFiles(tools.folder, feed.name)
    this.status = initialFeedStatus(feed.name)
  }

  get checkedAt(): number | null {
    return this.loaded === null ? null : this.status.checkedAt ?? this.loaded.metadata.fetchedAt
  }

  /** Loads a list that another process has stored in the meantime. */
  readonly reloadIfChanged = Effect.gen({ self: this }, function*() {
    const writtenAt = yield* Effect.promise(() => this.files.statusModifiedAt())
    if (writtenAt === this.statusModifiedAt) return
    const stored = yield* Effect.promise(() => this.files.readStatus())
    yield* this.load(stored?.about?.fetchedAt ?? null)
    if (stored !== null && stored.about?.sha256 === this.loaded?.metadata.sha256) this.status = stored
    this.statusModifiedAt = writtenAt
  })

  /** Updates the list unless another process has just updated it. */
  readonly refreshIfDue = Effect.gen({ self: this }, function*() {
    yield* this.reloadIfChanged
    const now = yield* Clock.currentTimeMillis
    const age = this.checkedAt === null ? Infinity : now - this.checkedAt
    const left = this.feed.periodMillis * (1 - feedJitterShareMax * (yield* Random.next)) - age
    if (left > 0 && age >= 0) return { waitMillis: left } satisfies UpdateResult
    const { replaced, status } = yield* refreshFeed(this.feed, this.files, this.currentStatus, this.dependencies, false)
    this.status = status
    this.loadProblem = null
    this.statusModifiedAt = yield* Effect.promise(() => this.files.statusModifiedAt())
    if (replaced !== null) {
      this.loaded = replaced
      yield* Effect.logInfo(
        `Threat list ${this.feed.name} was updated: ${formatEntryCount(replaced.metadata.counts.entries)}`
      )
    }
    return { waitMillis: null } satisfies UpdateResult
  })

  get source(): ThreatSource {
    const { name } = this.feed
    return {
      name,
      check: (keys) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const state = feedState(this.checkedAt, now, this.feed)
          if (this.loaded === null || state === "down") {
            return Effect.fail(new WebRiskUnavailable({ source: name, message: this.unavailableMessage }))
          }
          return Effect.succeed({ threat: findInFeed(this.loaded.list, name, keys), isStale: state === "stale" })
        }),
      status: Effect.map(Clock.currentTimeMillis, (now) => {
        const state = feedState(this.checkedAt, now, this.feed)
        return {
          name,
          kind: "feed",
          state,
          entries: this.loaded?.list.length ?? 0,
          bytes: this.loaded?.list.bytes ?? 0,
          updatedAt: this.checkedAt === null ? null : new Date(this.checkedAt),
          problem: state === "down" ? this.unavailableReason : this.problem
        }
      })
    }
  }

  /** Message for the API caller. It contains no details, which are for the operator. */
  private get unavailableMessage(): string {
    return this.loaded === null ? `${this.feed.name} has no list yet.` : `The list of ${this.feed.name} is too old.`
  }

  /**
   * Reason why the last update failed; null otherwise. Some failures, such as a timeout, are known only to the updater.
   */
  private get problem(): string | null {
    const own = this.updater?.status ?? null
    const isNewer = own !== null && own.checkedAt !== null && own.checkedAt >= (this.status.triedAt ?? 0)
    return isNewer ? own.problem ?? this.status.problem : this.status.problem
  }

  private get unavailableReason(): string {
    const reason = this.problem ?? this.loadProblem
    const message = `${this.unavailableMessage.slice(0, -1)}: ${this.remedy}.`
    return reason === null ? message : `${message} ${reason}`
  }

  private get currentStatus() {
    return { ...this.status, about: this.loaded?.metadata ?? null, checkedAt: this.checkedAt }
  }

  /** @param fetchedAt time at which the stored list was fetched; a list that is already in memory is not read again */
  private load(fetchedAt: number | null) {
    return Effect.gen({ self: this }, function*() {
      if (this.loaded !== null && this.loaded.metadata.fetchedAt === fetchedAt) return
      const { format, type } = this.feed
      const { knowledge, thread } = this.dependencies
      const stored = yield* Effect.promise(() =>
        thread.run(readStoredFeedJob, {
          address: urlDigestOf(this.feed),
          format,
          type,
          knowledge,
          path: this.files.listPath
        })
          .catch((cause: unknown) => ({ refused: `It could not be read: ${String(cause)}.` }))
      )
      if ("refused" in stored) {
        this.loadProblem = stored.refused === "" ? null : stored.refused
        if (this.loadProblem !== null) yield* Effect.logWarning(`Threat list ${this.feed.name}: ${this.loadProblem}`)
        return
      }
      const isReplacement = this.loaded !== null || this.statusModifiedAt !== null
      this.loaded = loadedFeed(stored.buffer, stored.about)
      this.loadProblem = null
      const message = `Threat list ${this.feed.name} was updated by another process: ${
        formatEntryCount(stored.about.counts.entries)
      }`
      if (isReplacement) yield* Effect.logInfo(message)
    })
  }
}
