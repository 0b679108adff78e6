import { Clock, Effect, Schema } from "effect"
import { stat } from "node:fs/promises"
import { WebRiskUnavailable } from "../../../core/ports/WebRisk.ts"
import type { PrefixList } from "../../../core/urls/threats/PrefixList.ts"
import type { RegisteredSource, SourcePolicy } from "../ThreatSource.ts"
import { staleMillisMaxDefault } from "../Updating.ts"
import { ThreatThread, type WorkThread } from "../worker/ThreatThread.ts"
import { findInFeed } from "./FeedIndex.ts"
import type { FeedCounts } from "./FeedReader.ts"
import type { FileFeed } from "./FeedSpec.ts"
import { listFromThread } from "./HeldFeed.ts"

/** How often a feed file is looked at for a change. */
export const feedLookMillis = 5_000

/** A file that could not be read is not read again sooner, unless it changes. */
export const feedRetryMillis = 60_000

export class FeedUnreadable
  extends Schema.TaggedError<FeedUnreadable>()("FeedUnreadable", { message: Schema.String })
{}

/**
 * A threat list in a file, read again when it changes. When that fails, the list as it was goes on answering for a day, and
 * the status tells. The first reading must succeed: a list that was asked for and is not there is no reason to call everything
 * safe.
 *
 * @param knowledge the module with what is known of hosts, for the thread
 */
export const fileSource = Effect.fnUntraced(function*(feed: FileFeed, knowledge: string, policy: SourcePolicy) {
  const thread = yield* ThreatThread
  const { name, path } = feed
  let current = yield* readFile(feed, knowledge, thread)
  let problem: string | null = null
  let problemAt = 0
  let refused = { mtimeMs: -1, at: 0 }

  const look = Effect.gen(function*() {
    const mtimeMs = yield* changedAt(path)
    if (mtimeMs === current.mtimeMs) {
      problem = null
      return
    }
    const now = yield* Clock.currentTimeMillis
    if (mtimeMs === refused.mtimeMs && now - refused.at < feedRetryMillis) return
    refused = { mtimeMs, at: now }
    const read = yield* readFile(feed, knowledge, thread)
    // A disk that is full, or whoever writes it has only begun; who means it leaves a comment.
    if (read.bytes === 0 && current.bytes > 0) return yield* unreadable(path, "It is empty now.")
    current = read
    problem = null
    yield* Effect.logInfo(`Threat list ${path} was read again: ${current.list.length} entries`)
  }).pipe(Effect.catch((error) =>
    Effect.gen(function*() {
      const isFirst = problem === null
      if (isFirst) problemAt = yield* Clock.currentTimeMillis
      problem = error.message
      if (isFirst) yield* Effect.logWarning(`${error.message} The list as it was stays in use.`)
    })
  ))

  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(feedLookMillis), look)))

  const state = (now: number) => problem === null ? "live" : now - problemAt <= staleMillisMaxDefault ? "stale" : "down"
  const registered: RegisteredSource = {
    ...policy,
    source: {
      name,
      check: (keys) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          state(now) === "down"
            ? Effect.fail(new WebRiskUnavailable({ source: name, message: `The list of ${name} is too old.` }))
            : Effect.succeed({ threat: findInFeed(current.list, name, keys), isStale: problem !== null })),
      status: Effect.map(Clock.currentTimeMillis, (now) => ({
        name,
        kind: "feed",
        state: state(now),
        entries: current.list.length,
        bytes: current.list.bytes,
        updatedAt: new Date(current.mtimeMs),
        problem
      }))
    }
  }
  return registered
})

/** A list as it stands in a file. */
export interface FileReading {
  readonly list: PrefixList
  readonly counts: FeedCounts
  readonly format: string
  readonly bytes: number
  readonly mtimeMs: number
}

/** Reads the file of a feed. */
export const readFile = Effect.fnUntraced(function*(
  { format, path, type }: FileFeed,
  knowledge: string,
  thread: WorkThread
): Effect.fn.Return<FileReading, FeedUnreadable> {
  const mtimeMs = yield* changedAt(path)
  const read = yield* Effect.tryPromise({
    try: () => thread.run("readFeedFile", { format, type, knowledge, path }),
    catch: (cause) => unreadable(path, String(cause))
  })
  if ("refused" in read) return yield* unreadable(path, read.refused)
  const { buffer, bytes, counts } = read
  yield* Effect.logDebug(
    `Threat list ${path}: ${counts.entries} entries, ${counts.malformed} lines malformed, ${counts.guarded} left out`
  )
  return { list: listFromThread(buffer), counts, format: read.format, bytes, mtimeMs }
})

const changedAt = (path: string) =>
  Effect.tryPromise({
    try: async () => (await stat(path)).mtimeMs,
    catch: (cause) => unreadable(path, `It cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`)
  })

const unreadable = (path: string, why: string) => new FeedUnreadable({ message: `Threat list ${path}: ${why}` })
