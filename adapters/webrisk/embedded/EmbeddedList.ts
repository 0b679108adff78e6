import { Effect } from "effect"
import type { HostKnowledge } from "../../../core/urls/HostKnowledge.ts"
import { findInFeed } from "../local/FeedIndex.ts"
import { readFeed } from "../local/FeedText.ts"
import { fullTrust, type RegisteredSource } from "../ThreatSource.ts"
import { embeddedUrls } from "./EmbeddedUrls.ts"

/** The list that a fresh start has: so that `/scan/url` has something true to say before any feed is set up. */
export const embeddedList = (knowledge: HostKnowledge): Effect.Effect<RegisteredSource> =>
  Effect.sync(() => {
    const feed = readFeed(embeddedUrls.join("\n"), knowledge)
    return {
      ...fullTrust,
      source: {
        name: "embedded",
        check: (keys) => Effect.succeed({ threat: findInFeed(feed, "embedded", keys), isStale: false }),
        status: Effect.succeed({
          name: "embedded",
          kind: "embedded",
          state: "live",
          entries: feed.urls.size + feed.domains.size,
          bytes: 0,
          updatedAt: null,
          problem: null
        })
      }
    }
  })
