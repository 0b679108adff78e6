import type { PrefixList } from "../../../../core/threats/prefixes/PrefixList.ts"
import type { Threat } from "../../../../core/threats/WebRisk.ts"
import type { UrlReading } from "../../../../core/urls/Canonicalize.ts"
import { toggleSlash } from "../../../../core/urls/Expressions.ts"
import type { UrlKeys } from "../../UrlKeys.ts"
import { decodeTag } from "./EntryTable.ts"

/** Returns the listing of a URL in a feed, or null. */
export const findInFeed = (list: PrefixList, source: string, keys: UrlKeys): Threat | null => {
  if (list.length === 0) return null
  for (const [at, expression] of keys.feedExpressions.entries()) {
    const found = list.find(keys.digest(at))
    if (found < 0) continue
    const { isNarrow, type } = decodeTag(list.tagAt(found))
    if (!isNarrow || isExact(expression, keys)) return { source, type, expression }
  }
  return null
}

/** Reports whether an expression has exactly the URL's host, and either no path or exactly the URL's path. */
const isExact = (expression: string, { url }: UrlKeys): boolean => {
  const slash = expression.indexOf("/")
  const [host, path] = [withoutWww(expression.slice(0, slash)), expression.slice(slash)]
  return url.readings.some((reading) =>
    withoutWww(reading.host) === host &&
    (path === "/" || isPathOf(path, reading, reading.path) ||
      (reading.path !== "/" && isPathOf(path, reading, toggleSlash(reading.path))))
  )
}

const isPathOf = (path: string, { query }: UrlReading, own: string): boolean =>
  path === own || path === `${own}?${query}`

/** Removes a leading `www.`, because lists name a site with or without it. */
const withoutWww = (host: string): string => host.startsWith("www.") ? host.slice(4) : host
