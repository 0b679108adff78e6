import type { UrlReading } from "../../urls/Canonicalize.ts"
import { withoutWww } from "../../urls/HostName.ts"
import type { BlocklistTarget } from "./BlocklistEntry.ts"

/**
 * Matches parameters that services add to links for statistics. No page depends on them. Source: the services'
 * documentation of campaign links and click IDs.
 */
const trackingParameter =
  /^(?:utm_[a-z_]+|gclid|gclsrc|dclid|gbraid|wbraid|srsltid|fbclid|msclkid|yclid|twclid|ttclid|igshid|igsh|li_fat_id|mc_cid|mc_eid|mkt_tok|_hsenc|_hsmi|_ga|_gl|vero_id|oly_anon_id|oly_enc_id|ref_src|usp)$/i

/**
 * Returns the expression of a page. `example.com/a` covers the page with any query, `example.com/a?id=1` only with the
 * parameter `id=1`, and `example.com/a?` only without parameters. The host has no `www.`, and the path has no trailing
 * slash unless it is `/`. The parameters are sorted. Parameters for statistics are removed, and do not count.
 */
export const pageExpression = (reading: UrlReading, anyQuery: boolean): string =>
  anyQuery ? pageOf(reading) : `${pageOf(reading)}?${significantQuery(reading)}`

/** Returns every page target that covers a reading. */
export const pageTargetsOf = (reading: UrlReading): ReadonlyArray<BlocklistTarget> => {
  const page = pageOf(reading)
  return [page, `${page}?${significantQuery(reading)}`].map((expression) => ({ kind: "page", expression }))
}

const pageOf = ({ host, path }: UrlReading): string => {
  const bare = withoutWww(host)
  return path === "/" ? `${bare}/` : bare + (path.endsWith("/") ? path.slice(0, -1) : path)
}

const significantQuery = ({ query }: UrlReading): string =>
  (query ?? "").split("&").filter((part) => part !== "" && !trackingParameter.test(nameOf(part)))
    .toSorted().join("&")

const nameOf = (parameter: string): string => {
  const equals = parameter.indexOf("=")
  return equals < 0 ? parameter : parameter.slice(0, equals)
}
