import type { Threat } from "../../../core/ports/WebRisk.ts"
import type { UrlKeys } from "../UrlKeys.ts"
import type { Feed } from "./FeedText.ts"

/** The listing of a URL in a feed, or null. */
export const findInFeed = (feed: Feed, source: string, { expressions, url }: UrlKeys): Threat | null => {
  for (const { host } of url.readings) {
    const domain = parentIn(feed.domains, host)
    if (domain !== null) return { source, type: "unknown", expression: domain }
  }
  if (feed.urls.size === 0) return null
  for (const expression of expressions) {
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
