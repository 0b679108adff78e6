import { costTable } from "../../../core/credits/CostTable.ts"
import { screenUrl, urlDetails, type UrlVerdict } from "../../../core/threats/ScreenUrl.ts"
import { scanUrl } from "../api/Urls.ts"
import { bindKeyed } from "../server/endpoints/Binding.ts"

export const urls = [
  bindKeyed(scanUrl, {
    prepare: (body) => body,
    price: () => costTable["scan/url"],
    work: ({ url }) => screenUrl(url),
    // The body is exactly `ok` (contract, section 4.2). The history also records the listing.
    reply: ({ ok }) => ({ ok }),
    note: (verdict, { url }) => {
      const details = urlDetails(verdict)
      return { verdict: told(verdict), subject: url, ...details === null ? {} : { details } }
    }
  })
]

/** Summary for the history: the listing or the allow entry, the observing sources, and the sources with stale data. */
const told = ({ allowed, listed, observed, stale }: UrlVerdict): string =>
  [
    listed !== null ? `bad: ${listed.source}` : allowed !== null ? `allowed: entry ${allowed.entry}` : "safe",
    ...observed.map(({ source }) => `observed: ${source}`),
    ...stale.map((source) => `stale: ${source}`)
  ].join(", ")
