import { costTable } from "../../../core/credits/CostTable.ts"
import { screenUrl, urlDetails, type UrlVerdict } from "../../../core/threats/ScreenUrl.ts"
import { scanUrl } from "../api/Urls.ts"
import { keyedRoute } from "../server/endpoints/Route.ts"

export const urlRoutes = [
  keyedRoute(scanUrl, {
    prepare: (body) => body,
    price: () => costTable["scan/url"],
    execute: ({ url }) => screenUrl(url),
    // The response contains only `ok`. The history also records the listing.
    reply: ({ ok }) => ({ ok }),
    summarize: (verdict, { url }) => {
      const details = urlDetails(verdict)
      return { verdict: verdictSummary(verdict), subject: url, ...details === null ? {} : { details } }
    }
  })
]

/**
 * Returns the summary for the history: the listing or the allow entry, the listings of observe-only sources, and the
 * stale sources.
 */
const verdictSummary = ({ allowed, listed, observed, stale }: UrlVerdict): string =>
  [
    listed !== null ? `bad: ${listed.source}` : allowed !== null ? `allowed: entry ${allowed.entry}` : "safe",
    ...observed.map(({ source }) => `observed: ${source}`),
    ...stale.map((source) => `stale: ${source}`)
  ].join(", ")
