import { Effect } from "effect"
import type { PublicSuffixes } from "../../../core/ports/PublicSuffixes.ts"
import { findInFeed } from "../local/FeedIndex.ts"
import { readFeed } from "../local/FeedText.ts"
import type { ThreatSource } from "../ThreatSource.ts"
import { embeddedUrls } from "./EmbeddedUrls.ts"

/** The list that a fresh start has: so that `/scan/url` has something true to say before any feed is set up. */
export const embeddedList = (suffixes: PublicSuffixes["Service"]): Effect.Effect<ThreatSource> =>
  Effect.sync(() => {
    const feed = readFeed(embeddedUrls.join("\n"), suffixes)
    return {
      name: "embedded",
      check: (url) => Effect.succeed(findInFeed(feed, "embedded", url, suffixes)),
      status: Effect.succeed({
        name: "embedded",
        entries: feed.urls.size + feed.domains.size,
        updatedAt: null,
        live: true
      })
    }
  })
