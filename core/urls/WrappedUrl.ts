import { Result } from "effect"
import type { UrlReading } from "./Canonicalize.ts"
import { parseWebUrl, type WebUrl } from "./WebUrl.ts"

/** Maximum wrapped URLs, nested or adjacent, that are looked up for one redirector URL. */
export const wrappedUrlsMax = 8

/** Service that redirects to the URL in a parameter. */
interface Redirector {
  readonly hosts: RegExp
  readonly path: RegExp
  readonly parameters: ReadonlyArray<string>
}

/**
 * Services whose URLs contain the target URL in plain text and redirect every visitor to it: click trackers of large
 * sites, mail link rewriters, and translating or caching proxies. Source: the services' own URLs, and Microsoft's
 * documentation (Safe Links). Other sites are not included, because a URL in their query does not redirect
 * automatically.
 */
const redirectors: ReadonlyArray<Redirector> = [
  { hosts: /^(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/, path: /^\/url$/, parameters: ["q", "url"] },
  { hosts: /^translate\.google\.[a-z]{2,3}(?:\.[a-z]{2})?$/, path: /^\/translate$/, parameters: ["u"] },
  { hosts: /(?:^|\.)(?:googleadservices\.com|doubleclick\.net)$/, path: /./, parameters: ["adurl"] },
  { hosts: /^www\.youtube\.com$/, path: /^\/redirect$/, parameters: ["q"] },
  {
    hosts: /^(?:l|lm|www|m)\.(?:facebook|messenger|instagram)\.com$/,
    path: /^\/(?:l\.php|flx\/warn\/)?$/,
    parameters: ["u"]
  },
  { hosts: /^www\.linkedin\.com$/, path: /^\/(?:redir\/redirect|safety\/go)\/?$/, parameters: ["url"] },
  { hosts: /^out\.reddit\.com$/, path: /./, parameters: ["url"] },
  { hosts: /^slack-redir\.net$/, path: /^\/link$/, parameters: ["url"] },
  { hosts: /^steamcommunity\.com$/, path: /^\/linkfilter\/?$/, parameters: ["u", "url"] },
  { hosts: /^(?:m\.)?vk\.com$/, path: /^\/away(?:\.php)?$/, parameters: ["to"] },
  { hosts: /^duckduckgo\.com$/, path: /^\/l\/?$/, parameters: ["uddg"] },
  { hosts: /^t\.umblr\.com$/, path: /^\/redirect$/, parameters: ["z"] },
  { hosts: /\.safelinks\.protection\.outlook\.com$/, path: /./, parameters: ["url"] },
  { hosts: /^urldefense\.proofpoint\.com$/, path: /^\/v1\/url$/, parameters: ["u"] }
]

/** Returns the target URLs contained in the URL of a known redirector or proxy. Empty for any other URL. */
export const wrappedUrls = ({ readings: [{ host, path }], url }: WebUrl): ReadonlyArray<WebUrl> =>
  [...inParameters(host, path, url), ...inPath(host, path, url)].slice(0, wrappedUrlsMax).flatMap((text) => {
    const parsed = /^https?:/i.test(text) ? parseWebUrl(text) : null
    return parsed !== null && Result.isSuccess(parsed) ? [parsed.success] : []
  })

const inParameters = (host: string, path: string, { searchParams }: URL): ReadonlyArray<string> => {
  const found = redirectors.find((known) => known.hosts.test(host) && known.path.test(path))
  return (found?.parameters ?? []).flatMap((name) => searchParams.getAll(name)).map((value) =>
    /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(value) ? `http://${value}` : value.trim()
  )
}

const inPath = (host: string, path: string, { pathname, search, searchParams }: URL): ReadonlyArray<string> => {
  if (host === "urldefense.com" || host === "urldefense.us") {
    return /^\/v3\/__(.+?)__;/.exec(pathname + search)?.slice(1) ?? []
  }
  if (host === "urldefense.proofpoint.com" && path === "/v2/url") return searchParams.getAll("u").flatMap(proofpoint)
  if (host.endsWith(".translate.goog")) return [`http://${translated(host)}${pathname}${search}`]
  const [, cached] = (caches.find((cache) => cache.hosts.test(host))?.path ?? nothing).exec(path) ?? []
  return cached === undefined ? [] : [`http://${cached}${search}`]
}

/** Caches of mobile pages (AMP). `s` before the host means https. */
const caches = [
  { hosts: /(?:^|\.)cdn\.ampproject\.org$/, path: /^\/(?:[a-z]{1,3}\/)+([^/][^/.]*\.[^/]+(?:\/.*)?)$/s },
  { hosts: /^(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/, path: /^\/amp\/(?:s\/)?([^/][^/.]*\.[^/]+(?:\/.*)?)$/s }
]

const nothing = /(?!)/

/** Pages of very popular sites whose query selects the content. */
const chosenByQuery: ReadonlyArray<Pick<Redirector, "hosts" | "path">> = [
  { hosts: /^(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/, path: /^\/search$/ },
  { hosts: /^(?:www\.|m\.)?youtube\.com$/, path: /^\/(?:watch|playlist|results)$/ },
  { hosts: /^(?:docs|drive)\.google\.com$/, path: /^\/(?:gview|viewer|uc|open)$/ },
  { hosts: /^(?:www\.|m\.)?facebook\.com$/, path: /^\/(?:profile|story|permalink|sharer|sharer\/sharer)\.php$/ },
  { hosts: /^(?:www\.)?bing\.com$/, path: /^\/(?:search|ck\/a)$/ }
]

/**
 * Reports whether a URL lacks the query that selects its content. An entry for such a URL would list everything that
 * the site redirects to or shows.
 */
export const needsQuery = ({ host, path, query }: UrlReading): boolean =>
  query === null &&
  [...redirectors, ...chosenByQuery].some((known) => known.hosts.test(host) && known.path.test(path))

/** Decodes the target of a Proofpoint URL of version 2, in which `-` replaces `%` and `_` replaces `/`. */
const proofpoint = (text: string): ReadonlyArray<string> => {
  try {
    return [decodeURIComponent(text.replaceAll("-", "%").replaceAll("_", "/"))]
  } catch {
    return []
  }
}

/** Decodes the host of a translated page: `a--b-example.translate.goog` becomes `a-b.example`. */
const translated = (host: string): string =>
  host.slice(0, -".translate.goog".length).split("--").map((part) => part.replaceAll("-", ".")).join("-")
