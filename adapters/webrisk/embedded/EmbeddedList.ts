import { Effect } from "effect"
import type { HostKnowledge } from "../../../core/urls/HostKnowledge.ts"
import { findInFeed } from "../feeds/FeedIndex.ts"
import { readFeedText } from "../feeds/ReadFeedText.ts"
import { fullTrust, type RegisteredSource } from "../ThreatSource.ts"
import { embeddedUrls } from "./EmbeddedUrls.ts"

/** What the embedded list is called in settings and answers. */
export const embeddedName = "embedded"

/** The list that a fresh start has: so that `/scan/url` has something true to say before any feed is set up. */
export const embeddedList = (knowledge: HostKnowledge): Effect.Effect<RegisteredSource> =>
  Effect.sync(() => {
    const { list } = readFeedText(embeddedUrls.join("\n"), { format: "lines", type: "unknown" }, knowledge)
    return {
      ...fullTrust,
      source: {
        name: embeddedName,
        check: (keys) => Effect.succeed({ threat: findInFeed(list, embeddedName, keys), isStale: false }),
        status: Effect.succeed({
          name: embeddedName,
          kind: "embedded",
          state: "live",
          entries: list.length,
          bytes: list.bytes,
          updatedAt: null,
          problem: null
        })
      }
    }
  })
