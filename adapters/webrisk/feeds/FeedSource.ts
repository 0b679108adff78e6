import type { Effect, Scope } from "effect"
import type { ThreatThread } from "../thread/ThreatThread.ts"
import type { RegisteredSource, SourcePolicy } from "../ThreatSource.ts"
import type { FeedSpec } from "./FeedSpec.ts"
import { type FeedUnreadable, makeFileSource } from "./FileSource.ts"
import { makeUrlSource, type UrlSourceOptions } from "./UrlSource.ts"

/** Creates the source for a feed from a file or URL. Fails if the file of a required feed cannot be read. */
export const makeFeedSource = (
  feed: FeedSpec,
  options: UrlSourceOptions,
  policy: SourcePolicy
): Effect.Effect<RegisteredSource, FeedUnreadable, ThreatThread | Scope.Scope> =>
  feed.origin === "file" ? makeFileSource(feed, options.knowledge, policy) : makeUrlSource(feed, options, policy)
