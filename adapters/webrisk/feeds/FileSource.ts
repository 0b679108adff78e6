import { Clock, Effect, Schema } from "effect"
import { stat } from "node:fs/promises"
import type { PrefixList } from "../../../core/threats/prefixes/PrefixList.ts"
import { type SourceState, WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"
import { staleMillisMaxDefault } from "../ListUpdater.ts"
import { type JobThread, ThreatThread } from "../thread/ThreatThread.ts"
import type { RegisteredSource, SourcePolicy, ThreatSource } from "../ThreatSource.ts"
import { fileProblem, isSystemError, readFeedFileJob } from "./FeedJobs.ts"
import type { FileFeed } from "./FeedSpec.ts"
import { formatEntryCount, listFromThread } from "./LoadedFeed.ts"
import type { FeedCounts } from "./reading/FeedReader.ts"
import { findInFeed } from "./reading/FindInFeed.ts"

/** Interval in milliseconds at which feed files are checked for changes. */
export const feedFileCheckMillis = 5_000

/** Milliseconds after which an unreadable file is read again, even if it has not changed. */
export const feedRetryMillis = 60_000

/** Failure to read a usable list from a feed's file. */
export class FeedUnreadable extends Schema.TaggedError<FeedUnreadable>()("FeedUnreadable", {
  /** Message with the name of the feed. */
  message: Schema.String,
  /** Message without the name, for display next to the name. */
  reason: Schema.String
}) {}

/**
 * Creates the source for a list in a file, which is read again when the file changes.
 *
 * If reading fails, the previous list is used for another day, and the status shows the problem. The first read of a
 * required feed must succeed, because a missing list must not make every URL safe. An optional feed is down until its
 * list can be read.
 *
 * @param knowledge path of the module with the host knowledge, which the thread imports
 */
export const makeFileSource = Effect.fnUntraced(function*(feed: FileFeed, knowledge: string, policy: SourcePolicy) {
  const watched = new WatchedFeedFile(feed, knowledge, yield* ThreatThread)
  yield* policy.required ? watched.load : Effect.catch(watched.load, watched.recordFailure)
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(feedFileCheckMillis), watched.reloadIfChanged)))
  const registered: RegisteredSource = { ...policy, source: watched.source }
  return registered
})

class WatchedFeedFile {
  private readonly feed: FileFeed
  private readonly knowledge: string
  private readonly thread: JobThread
  /** List in use; null before the first successful read. */
  private current: LoadedFeedFile | null = null
  private problem: string | null = null
  private problemAt = 0
  private lastAttempt = { mtimeMs: -1, at: 0 }

  constructor(feed: FileFeed, knowledge: string, thread: JobThread) {
    this.feed = feed
    this.knowledge = knowledge
    this.thread = thread
  }

  readonly load = Effect.gen({ self: this }, function*() {
    this.current = yield* loadFeedFile(this.feed, this.knowledge, this.thread)
    this.problem = null
    return this.current
  })

  /** Records a failure, and logs it if it is the first. The previous list stays in use. */
  readonly recordFailure = ({ message, reason }: FeedUnreadable) =>
    Effect.gen({ self: this }, function*() {
      const isFirst = this.problem === null
      if (isFirst) this.problemAt = yield* Clock.currentTimeMillis
      this.problem = reason
      const consequence = this.current === null
        ? "It is used as soon as it can be read."
        : "The previous list stays in use."
      if (isFirst) yield* Effect.logWarning(`${message} ${consequence}`)
    })

  readonly reloadIfChanged = Effect.gen({ self: this }, function*() {
    const mtimeMs = yield* modifiedAt(this.feed)
    if (mtimeMs === this.current?.mtimeMs) {
      this.problem = null
      return
    }
    const now = yield* Clock.currentTimeMillis
    if (mtimeMs === this.lastAttempt.mtimeMs && now - this.lastAttempt.at < feedRetryMillis) return
    this.lastAttempt = { mtimeMs, at: now }
    const { list } = yield* this.load
    yield* Effect.logInfo(`Threat list ${this.feed.name} was reloaded: ${formatEntryCount(list.length)}`)
  }).pipe(Effect.catch((failure) => this.recordFailure(failure)))

  get source(): ThreatSource {
    const { name } = this.feed
    return {
      name,
      check: (keys) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const { current, problem } = this
          if (current !== null && this.state(now) !== "down") {
            return Effect.succeed({ threat: findInFeed(current.list, name, keys), isStale: problem !== null })
          }
          const message = current === null ? `${name} has no list yet.` : `The list of ${name} is too old.`
          return Effect.fail(new WebRiskUnavailable({ source: name, message }))
        }),
      status: Effect.map(Clock.currentTimeMillis, (now) => ({
        name,
        kind: "feed",
        state: this.state(now),
        entries: this.current?.list.length ?? 0,
        bytes: this.current?.list.bytes ?? 0,
        updatedAt: this.current === null ? null : new Date(this.current.mtimeMs),
        problem: this.problem
      }))
    }
  }

  private state(now: number): SourceState {
    if (this.current === null) return "down"
    if (this.problem === null) return "live"
    return now - this.problemAt <= staleMillisMaxDefault ? "stale" : "down"
  }
}

export interface LoadedFeedFile {
  readonly list: PrefixList
  readonly counts: FeedCounts
  readonly format: string
  readonly bytes: number
  readonly mtimeMs: number
}

export const loadFeedFile = Effect.fnUntraced(function*(
  feed: FileFeed,
  knowledge: string,
  thread: JobThread
): Effect.fn.Return<LoadedFeedFile, FeedUnreadable> {
  const { format, name, path, type } = feed
  const mtimeMs = yield* modifiedAt(feed)
  const read = yield* Effect.tryPromise({
    try: () => thread.run(readFeedFileJob, { format, type, knowledge, path }),
    catch: (cause) => unreadable(feed, `It could not be read: ${firstLine(String(cause))}.`)
  })
  if ("refused" in read) return yield* unreadable(feed, read.refused)
  const { buffer, bytes, counts } = read
  yield* Effect.logDebug(
    `Threat list ${name}: ${formatEntryCount(counts.entries)}, ${counts.malformed} malformed, ${counts.guarded} omitted`
  )
  return { list: listFromThread(buffer), counts, format: read.format, bytes, mtimeMs }
})

const firstLine = (text: string): string => text.replace(/\n[^]*/, "")

const modifiedAt = (feed: FileFeed) =>
  Effect.tryPromise({
    try: async () => (await stat(feed.path)).mtimeMs,
    catch: (cause) =>
      unreadable(feed, isSystemError(cause) ? fileProblem(cause) : `It cannot be read: ${String(cause)}.`)
  })

/** Builds the failure for a feed. If the name is not the path, the message also contains the path. */
const unreadable = ({ name, path }: FileFeed, reason: string) =>
  name === path
    ? new FeedUnreadable({ message: `Threat list ${name}: ${reason}`, reason })
    : new FeedUnreadable({ message: `Threat list ${name} (${path}): ${reason}`, reason: `${path}: ${reason}` })
