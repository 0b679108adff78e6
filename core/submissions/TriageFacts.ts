import { findLookalike } from "../brands/FindLookalike.ts"
import type { Lookalike } from "../brands/Lookalike.ts"
import { type GuardClass, hostGuard } from "../threats/blocklist/HostGuard.ts"
import type { Threat } from "../threats/WebRisk.ts"
import type { HostKnowledge } from "../urls/HostKnowledge.ts"
import { isIpHost } from "../urls/HostName.ts"
import type { WebUrl } from "../urls/WebUrl.ts"

/** What the operator's own list and the threat sources say of a URL. */
export interface TriageListings {
  /** The entry of the blocklist that decides, in words; null when none does. */
  readonly blocklist: { readonly action: "block" | "allow"; readonly by: string } | null
  /** Listings by threat sources, those included that are only observed. */
  readonly threats: ReadonlyArray<Threat>
  /** Why the sources could not all be asked; null when they were. */
  readonly unknown: string | null
}

/** What a reviewer would look at first in a submitted URL. */
export interface TriageFacts {
  /** Where it is blocked already. */
  readonly blockedBy: ReadonlyArray<string>
  /** The entry that makes an exception for it. */
  readonly allowedBy: string | null
  readonly unknown: string | null
  readonly lookalike: Lookalike | null
  /** Why an entry for the whole host would be a mistake. */
  readonly guard: GuardClass | null
  readonly hostIsIp: boolean
  readonly hasUserInfo: boolean
  readonly hasPort: boolean
  readonly isInternational: boolean
  readonly hasUnknownTopLevel: boolean
  /** Labels in front of the registrable domain. */
  readonly subdomains: number
  readonly urlChars: number
  /** Words in host and path that lure people to log in or pay. */
  readonly lures: number
}

const lureWords =
  /(?:log-?in|sign-?in|verify|secure|account|update|confirm|password|wallet|bank|invoice|payment|unlock|suspend|support|billing)/g

/** Of the URL's text and the lists alone: what it leads to is never looked at. */
export const triageFactsOf = (url: WebUrl, knowledge: HostKnowledge, listings: TriageListings): TriageFacts => {
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
    guard: hostGuard("host", host, knowledge)?.class ?? null,
    hostIsIp,
    hasUserInfo: url.url.username !== "" || url.url.password !== "",
    hasPort: url.url.port !== "",
    isInternational: host.includes("xn--"),
    hasUnknownTopLevel: !hostIsIp && !suffixes.hasKnownTopLevel(host),
    subdomains: registrable === null ? 0 : host.split(".").length - registrable.split(".").length,
    urlChars: url.raw.length,
    lures: (host + path.toLowerCase()).match(lureWords)?.length ?? 0
  }
}
