/** Service that leads its visitors to, or shows them, the URL in a parameter. */
export interface Redirector {
  readonly hosts: RegExp
  readonly path: RegExp
  readonly parameters: ReadonlyArray<string>
  /** Decodes the value of a parameter; null if it contains no URL. Absent if the value is plain text. */
  readonly decode?: (value: string) => string | null
}

/** Host of Google in any country. */
const google = /^(?:[a-z0-9-]+\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/

/** Text of base64 or base64url (RFC 4648); null if it is neither. */
const decodeBase64 = (text: string): string | null => {
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/").replaceAll("=", ""))
  } catch {
    return null
  }
}

/** Decodes the target of a Proofpoint URL of version 2, in which `-` replaces `%` and `_` replaces `/`. */
const decodeProofpoint = (text: string): string | null => {
  try {
    return decodeURIComponent(text.replaceAll("-", "%").replaceAll("_", "/"))
  } catch {
    return null
  }
}

/**
 * Services whose URLs contain the target URL and redirect every visitor to it or show it: click trackers of large
 * sites, mail link rewriters, translating or caching proxies, and document viewers. Source: the services' own URLs, and
 * Microsoft's documentation (Safe Links). Other sites are not included, because a URL in their query does not redirect
 * automatically.
 */
export const redirectors: ReadonlyArray<Redirector> = [
  { hosts: google, path: /^\/(?:url|local_url|interstitial|aclk)$/, parameters: ["q", "url", "adurl"] },
  {
    hosts: /^translate\.google\.[a-z]{2,3}(?:\.[a-z]{2})?$/,
    path: /^\/(?:translate|website)$/,
    parameters: ["u"]
  },
  { hosts: /^(?:docs|drive)\.google\.com$/, path: /^\/(?:gview|viewer|viewerng\/viewer)$/, parameters: ["url"] },
  { hosts: /(?:^|\.)(?:googleadservices\.com|doubleclick\.net)$/, path: /./, parameters: ["adurl"] },
  { hosts: /^www\.youtube\.com$/, path: /^\/redirect$/, parameters: ["q"] },
  {
    hosts: /^(?:l|lm|www|m)\.(?:facebook|messenger|instagram)\.com$/,
    path: /^\/(?:l\.php|flx\/warn\/)?$/,
    parameters: ["u"]
  },
  { hosts: /^l\.(?:wl\.co|threads\.(?:net|com))$/, path: /^\/(?:l)?\/?$/, parameters: ["u"] },
  { hosts: /^www\.linkedin\.com$/, path: /^\/(?:redir\/redirect|safety\/go)\/?$/, parameters: ["url"] },
  { hosts: /^(?:www\.)?tiktok\.com$/, path: /^\/link\/v2$/, parameters: ["target"] },
  { hosts: /^(?:www\.)?pinterest\.com$/, path: /^\/offsite\/?$/, parameters: ["url"] },
  { hosts: /^(?:www\.)?(?:twitter|x)\.com$/, path: /^\/i\/redirect$/, parameters: ["url"] },
  { hosts: /^t\.me$/, path: /^\/iv$/, parameters: ["url"] },
  { hosts: /^(?:www\.)?medium\.com$/, path: /^\/r\/?$/, parameters: ["url"] },
  { hosts: /^out\.reddit\.com$/, path: /./, parameters: ["url"] },
  { hosts: /^slack-redir\.net$/, path: /^\/link$/, parameters: ["url"] },
  { hosts: /^steamcommunity\.com$/, path: /^\/linkfilter\/?$/, parameters: ["u", "url"] },
  { hosts: /^(?:m\.)?vk\.com$/, path: /^\/away(?:\.php)?$/, parameters: ["to"] },
  { hosts: /^duckduckgo\.com$/, path: /^\/l\/?$/, parameters: ["uddg"] },
  { hosts: /^t\.umblr\.com$/, path: /^\/redirect$/, parameters: ["z"] },
  { hosts: /^sba\.yandex\.[a-z]{2,3}$/, path: /^\/redirect$/, parameters: ["url"] },
  { hosts: /^translate\.yandex\.[a-z]{2,3}$/, path: /^\/translate$/, parameters: ["url"] },
  { hosts: /^(?:www\.)?translatetheweb\.com$/, path: /./, parameters: ["a"] },
  { hosts: /^link\.(?:zhihu\.com|juejin\.cn|csdn\.net)$/, path: /^\/?$/, parameters: ["target"] },
  { hosts: /^c\.pc\.qq\.com$/, path: /^\/(?:middlem|pc)\.html$/, parameters: ["pfurl"] },
  {
    hosts: /^(?:www\.)?bing\.com$/,
    path: /^\/ck\/a$/,
    parameters: ["u"],
    decode: (value) => value.startsWith("a1") ? decodeBase64(value.slice(2)) : null
  },
  { hosts: /^view\.officeapps\.live\.com$/, path: /^\/op\/(?:view|embed)\.aspx$/i, parameters: ["src"] },
  { hosts: /\.safelinks\.protection\.outlook\.com$/, path: /./, parameters: ["url"] },
  { hosts: /^statics\.teams\.cdn\.office\.net$/, path: /atp-safelinks\.html$/, parameters: ["url"] },
  { hosts: /^urldefense\.proofpoint\.com$/, path: /^\/v1\/url$/, parameters: ["u"] },
  {
    hosts: /^urldefense\.proofpoint\.com$/,
    path: /^\/v2\/url$/,
    parameters: ["u"],
    decode: decodeProofpoint
  },
  { hosts: /^linkprotect\.cudasvc\.com$/, path: /^\/url$/, parameters: ["a"] },
  { hosts: /^clicktime\.symantec\.com$/, path: /./, parameters: ["u"] },
  { hosts: /\.trendmicro\.com$/, path: /\/clicktime\/v\d\/query$/, parameters: ["url"] },
  { hosts: /^protect2?\.fireeye\.com$/, path: /\/url$/, parameters: ["u"] },
  { hosts: /\.protection\.sophos\.com$/, path: /./, parameters: ["u"], decode: decodeBase64 }
]

/** Service whose path contains the target URL. */
export interface PathRedirector {
  readonly hosts: RegExp
  /** Pattern of the path and query. Its group captures the target. */
  readonly path: RegExp
}

/** Archives, search results, advertisements and mail link rewriters whose path contains the target URL. */
export const pathRedirectors: ReadonlyArray<PathRedirector> = [
  { hosts: /^urldefense\.(?:com|us)$/, path: /^\/v3\/__(.+?)__;/ },
  { hosts: /^secure-web\.cisco\.com$/, path: /^\/[^/]+\/(https?%3a.*)$/i },
  { hosts: /^r\.search\.yahoo\.com$/, path: /\/RU=(https?%3a[^/]*)/i },
  { hosts: /(?:^|\.)doubleclick\.net$/, path: /^\/(?:ddm\/)?(?:track)?clk[^?]*\?(https?:\/\/.*)$/i },
  { hosts: /^web\.archive\.org$/, path: /^\/web\/\d{1,14}[a-z_]{0,4}\/(https?:\/.*)$/i }
]

/** Pages of very popular sites whose query selects the content. */
export const chosenByQuery: ReadonlyArray<Pick<Redirector, "hosts" | "path">> = [
  { hosts: /^(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/, path: /^\/search$/ },
  { hosts: /^(?:www\.|m\.)?youtube\.com$/, path: /^\/(?:watch|playlist|results)$/ },
  { hosts: /^(?:docs|drive)\.google\.com$/, path: /^\/(?:uc|open)$/ },
  { hosts: /^(?:www\.|m\.)?facebook\.com$/, path: /^\/(?:profile|story|permalink|sharer|sharer\/sharer)\.php$/ },
  { hosts: /^(?:www\.)?bing\.com$/, path: /^\/search$/ }
]
