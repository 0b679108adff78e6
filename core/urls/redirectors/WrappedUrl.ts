import * as Result from "effect/Result"
import { trimEnd } from "../../kernel/TrimEnd.ts"
import type { UrlReading } from "../Canonicalize.ts"
import { parseWebUrl, type WebUrl } from "../WebUrl.ts"
import { chosenByQuery, pathRedirectors, redirectors } from "./Redirectors.ts"

/** Maximum wrapped URLs, nested or adjacent, that are looked up for one redirector URL. */
export const wrappedUrlsMax = 8

/** Returns the target URLs contained in the URL of a known redirector or proxy. Empty for any other URL. */
export const wrappedUrls = ({ readings: [{ host, path }], url }: WebUrl): ReadonlyArray<WebUrl> =>
  [...inParameters(host, path, url), ...inPath(host, path, url)].slice(0, wrappedUrlsMax).flatMap((text) => {
    const spelled = withoutEncoding(text)
    const parsed = /^https?:/i.test(spelled) ? parseWebUrl(spelled) : null
    return parsed !== null && Result.isSuccess(parsed) ? [parsed.success] : []
  })

/**
 * Reports whether a host can belong to a known redirector or proxy. For any other host, `wrappedUrls` is empty. This
 * test takes a tenth of the time of parsing the URL.
 */
export const isRedirectorHost = (host: string): boolean => {
  const name = trimEnd(host, (sign) => sign === ".")
  return name.endsWith(".translate.goog") || redirectorHosts.some((hosts) => hosts.test(name))
}

/**
 * Returns the URLs to which a redirector leads, directly and through other redirectors: at most `wrappedUrlsMax`, the
 * nearest first.
 */
export const allWrappedUrls = (url: WebUrl): ReadonlyArray<WebUrl> => {
  const found = [...wrappedUrls(url)]
  // The array grows during iteration, because a wrapped URL can wrap another URL.
  for (const inner of found) found.push(...wrappedUrls(inner).slice(0, wrappedUrlsMax - found.length))
  return found
}

/** Decodes a URL whose scheme is percent-encoded once more, as in redirectors that wrap one another. */
const withoutEncoding = (text: string): string => {
  if (!/^https?%3a/i.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const inParameters = (host: string, path: string, { searchParams }: URL): ReadonlyArray<string> =>
  redirectors.filter((known) => known.hosts.test(host) && known.path.test(path))
    .flatMap(({ decode, parameters }) =>
      parameters.flatMap((name) => searchParams.getAll(name)).flatMap((value) =>
        decode === undefined ? [value] : decode(value) ?? []
      )
    )
    .map((value) => /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(value) ? `http://${value}` : value.trim())

const inPath = (host: string, path: string, { pathname, search }: URL): ReadonlyArray<string> => {
  if (host.endsWith(".translate.goog")) return [`http://${translated(host)}${pathname}${search}`]
  const [, cached] = (caches.find((cache) => cache.hosts.test(host))?.path ?? nothing).exec(path) ?? []
  if (cached !== undefined) return [`http://${cached}${search}`]
  return pathRedirectors.filter(({ hosts }) => hosts.test(host)).flatMap((known) =>
    known.path.exec(pathname + search)?.slice(1) ?? []
  )
}

/** Caches of mobile pages (AMP). `s` before the host means https. */
const caches = [
  { hosts: /(?:^|\.)cdn\.ampproject\.org$/, path: /^\/(?:[a-z]{1,3}\/)+([^/][^/.]*\.[^/]+(?:\/.*)?)$/s },
  { hosts: /^(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/, path: /^\/amp\/(?:s\/)?([^/][^/.]*\.[^/]+(?:\/.*)?)$/s }
]

const nothing = /(?!)/

const redirectorHosts = [...new Map(
  [...redirectors, ...pathRedirectors, ...caches].map(({ hosts }) => [hosts.source, hosts])
).values()]

/**
 * Reports whether a URL lacks the query that selects its content. An entry for such a URL would list everything that
 * the site redirects to or shows.
 */
export const needsQuery = ({ host, path, query }: UrlReading): boolean =>
  query === null &&
  [...redirectors, ...chosenByQuery].some((known) => known.hosts.test(host) && known.path.test(path))

/** Decodes the host of a translated page: `a--b-example.translate.goog` becomes `a-b.example`. */
const translated = (host: string): string =>
  host.slice(0, -".translate.goog".length).split("--").map((part) => part.replaceAll("-", ".")).join("-")
