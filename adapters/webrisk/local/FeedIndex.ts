import type { PublicSuffixes } from "../../../core/ports/PublicSuffixes.ts"
import type { Threat } from "../../../core/ports/WebRisk.ts"
import { expressionsOf } from "../../../core/urls/Expressions.ts"
import type { WebUrl } from "../../../core/urls/WebUrl.ts"
import type { Feed } from "./FeedText.ts"

/** The listing of a URL in a feed, or null. */
export const findInFeed = (
  feed: Feed,
  source: string,
  url: WebUrl,
  suffixes: PublicSuffixes["Service"]
): Threat | null => {
  for (const { host } of url.readings) {
    const domain = parentIn(feed.domains, host)
    if (domain !== null) return { source, type: "unknown", expression: domain }
  }
  if (feed.urls.size === 0) return null
  for (const expression of expressionsOf(url, suffixes)) {
    if (feed.urls.has(expression)) return { source, type: "unknown", expression }
  }
  return null
}

const parentIn = (domains: ReadonlySet<string>, host: string): string | null => {
  for (let at = 0; at >= 0; at = host.indexOf(".", at) + 1 || -1) {
    const name = host.slice(at)
    if (domains.has(name)) return name
  }
  return null
}
