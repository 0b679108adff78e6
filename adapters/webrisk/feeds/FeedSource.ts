import type { Effect, Scope } from "effect"
import type { ThreatThread } from "../thread/ThreatThread.ts"
import type { RegisteredSource, SourcePolicy } from "../ThreatSource.ts"
import type { FeedSpec } from "./FeedSpec.ts"
import { type FeedUnreadable, fileSource } from "./FileSource.ts"
import { urlSource, type UrlSourceOptions } from "./UrlSource.ts"

/** Creates the source for a feed of any origin. Fails if it is a file that cannot be read. */
export const feedSource = (
  feed: FeedSpec,
  options: UrlSourceOptions,
  policy: SourcePolicy
): Effect.Effect<RegisteredSource, FeedUnreadable, ThreatThread | Scope.Scope> =>
  feed.origin === "file" ? fileSource(feed, options.knowledge, policy) : urlSource(feed, options, policy)
