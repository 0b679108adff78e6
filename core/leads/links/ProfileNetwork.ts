import type { WebUrl } from "../../urls/WebUrl.ts"

/** Major social networks with patterns of their profile URLs. */
const networks: ReadonlyArray<{ readonly name: string; readonly hosts: RegExp; readonly path: RegExp }> = [
  { name: "facebook", hosts: /(?:^|\.)(?:facebook|fb)\.com$/, path: /^\/[\w.-]{2,80}\/?$/ },
  { name: "instagram", hosts: /^(?:www\.)?instagram\.com$/, path: /^\/[\w.]{2,40}\/?$/ },
  { name: "linkedin", hosts: /(?:^|\.)linkedin\.com$/, path: /^\/(?:in|company|school)\/[^/]{2,200}\/?$/ },
  { name: "x", hosts: /^(?:www\.|mobile\.)?(?:x|twitter)\.com$/, path: /^\/\w{2,40}\/?$/ },
  {
    name: "youtube",
    hosts: /^(?:www\.|m\.)?youtube\.com$/,
    path: /^\/(?:@[^/]{2,100}|(?:c|channel|user)\/[^/]{2,100})\/?$/
  },
  { name: "tiktok", hosts: /^(?:www\.)?tiktok\.com$/, path: /^\/@[\w.]{2,40}\/?$/ },
  { name: "pinterest", hosts: /^(?:www\.|[a-z]{2}\.)?pinterest\.[a-z]{2,3}$/, path: /^\/\w{2,40}\/?$/ },
  { name: "threads", hosts: /^(?:www\.)?threads\.(?:net|com)$/, path: /^\/@[\w.]{2,40}\/?$/ },
  { name: "xing", hosts: /^(?:www\.)?xing\.com$/, path: /^\/(?:profile|pages|companies)\/[^/]{2,100}\/?$/ }
]

/**
 * Returns the social network of a profile page, or null for other links. Signatures often link one profile per network,
 * which is not suspicious.
 */
export const profileNetworkOf = ({ readings: [{ host }], url }: WebUrl): string | null =>
  networks.find(({ hosts, path }) => hosts.test(host) && path.test(url.pathname))?.name ?? null
