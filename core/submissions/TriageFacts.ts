import { findLookalike } from "../brands/FindLookalike.ts"
import type { Lookalike } from "../brands/Lookalike.ts"
import { type GuardReason, hostGuard } from "../threats/blocklist/HostGuard.ts"
import type { Threat } from "../threats/WebRisk.ts"
import type { HostKnowledge } from "../urls/HostKnowledge.ts"
import { isIpHost } from "../urls/HostName.ts"
import type { WebUrl } from "../urls/WebUrl.ts"

/** Matches of a URL in the operator's list and the threat sources. */
export interface TriageListings {
  /** Blocklist entry that applies to the URL, with its description. Null without an entry. */
  readonly blocklist: { readonly action: "block" | "allow"; readonly by: string } | null
  /** Listings by threat sources, including observe-only sources. */
  readonly threats: ReadonlyArray<Threat>
  /** Reason why not all sources answered. Null if all sources answered. */
  readonly unknown: string | null
}

/** Properties of a submitted URL for the reviewer. */
export interface TriageFacts {
  /** Blocklist entry and threat sources that already list the URL. */
  readonly blockedBy: ReadonlyArray<string>
  /** Blocklist entry that allows the URL, or null. */
  readonly allowedBy: string | null
  readonly unknown: string | null
  readonly lookalike: Lookalike | null
  /** Reason why an entry for the whole host would be too broad, or null. */
  readonly guard: GuardReason | null
  readonly hostIsIp: boolean
  readonly hasUserInfo: boolean
  readonly hasPort: boolean
  readonly isInternational: boolean
  readonly hasUnknownTopLevel: boolean
  /** Number of labels before the registrable domain. */
  readonly subdomains: number
  readonly urlChars: number
  /** Number of words in host and path that suggest a sign-in or payment. */
  readonly lureWordCount: number
}

const lureWords =
  /(?:log-?in|sign-?in|verify|secure|account|update|confirm|password|wallet|bank|invoice|payment|unlock|suspend|support|billing)/g

/** Collects facts from the text of the URL and from the lists. Never fetches the URL. */
export const collectTriageFacts = (url: WebUrl, knowledge: HostKnowledge, listings: TriageListings): TriageFacts => {
  const [{ host, path }] = url.readings
  const { popular, suffixes } = knowledge
  const hostIsIp = isIpHost(host)
  const registrable = hostIsIp ? null : suffixes.registrableDomain(host)
  const { blocklist, threats, unknown } = listings
  return {
    blockedBy: [
      ...(blocklist?.action === "block" ? [blocklist.by] : []),
      ...new Set(threats.map(({ source, type }) => type === "unknown" ? source : `${source} (${type})`))
    ],
    allowedBy: blocklist?.action === "allow" ? blocklist.by : null,
    unknown,
    lookalike: findLookalike(host, {
      path,
      registrableDomain: suffixes.registrableDomain,
      isPopular: (domain) => popular.rankOf(domain) !== null
    }),
    guard: hostGuard("host", host, knowledge)?.reason ?? null,
    hostIsIp,
    hasUserInfo: url.url.username !== "" || url.url.password !== "",
    hasPort: url.url.port !== "",
    isInternational: host.includes("xn--"),
    hasUnknownTopLevel: !hostIsIp && !suffixes.hasKnownTopLevel(host),
    subdomains: registrable === null ? 0 : host.split(".").length - registrable.split(".").length,
    urlChars: url.raw.length,
    lureWordCount: (host + path.toLowerCase()).match(lureWords)?.length ?? 0
  }
}
