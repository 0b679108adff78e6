import { Clock, Effect, Schema } from "effect"
import { readFile, stat } from "node:fs/promises"
import type { HostKnowledge } from "../../../core/urls/HostKnowledge.ts"
import { fullTrust, type RegisteredSource } from "../ThreatSource.ts"
import { findInFeed } from "./FeedIndex.ts"
import { type Feed, feedBytesMax, readFeed } from "./FeedText.ts"

/** How often a feed file is looked at for a change. */
export const feedLookMillis = 5_000

export class FeedUnreadable
  extends Schema.TaggedError<FeedUnreadable>()("FeedUnreadable", { message: Schema.String })
{}

/**
 * A threat list in a file, read again when it changes. When that fails, the list as it was goes on answering, and the
 * status tells. The first reading must succeed: a list that was asked for and is not there is no reason to call everything safe.
 */
export const feedFile = Effect.fnUntraced(function*(path: string, knowledge: HostKnowledge) {
  let current = yield* load(path, knowledge)
  let problem: string | null = null

  const look = Effect.gen(function*() {
    const { mtimeMs } = yield* attempt(path, () => stat(path))
    if (mtimeMs === current.mtimeMs) return
    current = yield* load(path, knowledge)
    problem = null
    yield* Effect.logInfo(`Threat list ${path} was read again: ${entries(current.feed)} entries`)
  }).pipe(Effect.catch((error) => {
    const first = problem === null
    problem = error.message
    return first ? Effect.logWarning(`${error.message} The list as it was stays in use.`) : Effect.void
  }))

  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(feedLookMillis), look)))
  const registered: RegisteredSource = {
    ...fullTrust,
    source: {
      name: path,
      check: (keys) => Effect.sync(() => ({ threat: findInFeed(current.feed, path, keys), isStale: problem !== null })),
      status: Effect.sync(() => ({
        name: path,
        kind: "feed",
        state: problem === null ? "live" : "stale",
        entries: entries(current.feed),
        bytes: 0,
        updatedAt: new Date(current.mtimeMs),
        problem
      }))
    }
  }
  return registered
})

const load = Effect.fnUntraced(function*(path: string, knowledge: HostKnowledge) {
  const { mtimeMs, size } = yield* attempt(path, () => stat(path))
  if (size > feedBytesMax) {
    return yield* new FeedUnreadable({ message: `Threat list ${path} is larger than ${feedBytesMax} bytes.` })
  }
  const text = yield* attempt(path, () => readFile(path, "utf8"))
  const startedAt = yield* Clock.currentTimeMillis
  const feed = readFeed(text, knowledge)
  const millis = (yield* Clock.currentTimeMillis) - startedAt
  yield* Effect.logDebug(
    `Threat list ${path}: ${
      entries(feed)
    } entries, ${feed.malformed} lines malformed, ${feed.guarded} left out, ${millis} ms`
  )
  return { feed, mtimeMs }
})

const attempt = <A>(path: string, work: () => Promise<A>) =>
  Effect.tryPromise({
    try: work,
    catch: (cause) => new FeedUnreadable({ message: `Threat list ${path} cannot be read: ${String(cause)}.` })
  })

const entries = (feed: Feed): number => feed.urls.size + feed.domains.size
