import type { PublicSuffixes } from "../ports/PublicSuffixes.ts"
import type { RuleSet } from "../rules/RuleSet.ts"
import { isIpHost } from "../urls/HostName.ts"
import { shorteners } from "../urls/SharedHosts.ts"
import type { WebUrl } from "../urls/WebUrl.ts"

/** What a reviewer would look at first in a submitted URL. */
export interface TriageFacts {
  readonly alreadyListed: boolean
  readonly hostIsIp: boolean
  readonly hasUserInfo: boolean
  readonly hasPort: boolean
  readonly isInternational: boolean
  readonly isShortener: boolean
  readonly hasUnknownTopLevel: boolean
  /** Labels in front of the registrable domain. */
  readonly subdomains: number
  readonly urlChars: number
  /** Words in host and path that lure people to log in or pay. */
  readonly lures: number
}

export type TriageCode =
  | "ALREADY_LISTED"
  | "IP_HOST"
  | "USER_INFO"
  | "PORT"
  | "INTERNATIONAL_HOST"
  | "SHORTENER"
  | "UNKNOWN_TOP_LEVEL"
  | "MANY_SUBDOMAINS"
  | "LONG_URL"
  | "LURE_WORDS"

export const subdomainsUsualMax = 3
export const urlCharsUsualMax = 150

/** How urgent the review of a submission is: an order for the queue, never a verdict. */
export const triageRules: RuleSet<TriageFacts, TriageCode> = [
  {
    code: "ALREADY_LISTED",
    points: 0,
    riskAtLeast: 90,
    when: (f) => f.alreadyListed,
    message: () => "A threat source lists it already."
  },
  { code: "IP_HOST", points: 30, when: (f) => f.hostIsIp, message: () => "The host is an IP address." },
  {
    code: "USER_INFO",
    points: 35,
    when: (f) => f.hasUserInfo,
    message: () => "A name stands before the host, as if it were the host."
  },
  { code: "PORT", points: 10, when: (f) => f.hasPort, message: () => "It names an unusual port." },
  {
    code: "INTERNATIONAL_HOST",
    points: 15,
    when: (f) => f.isInternational,
    message: () => "The host is spelt with characters of other scripts."
  },
  {
    code: "SHORTENER",
    points: 10,
    when: (f) => f.isShortener,
    message: () => "It is a shortened link: its target is hidden."
  },
  {
    code: "UNKNOWN_TOP_LEVEL",
    points: 5,
    when: (f) => f.hasUnknownTopLevel,
    message: () => "Its top-level domain does not exist."
  },
  {
    code: "MANY_SUBDOMAINS",
    points: 15,
    when: (f) => f.subdomains > subdomainsUsualMax,
    message: (f) => `${f.subdomains} labels stand before the registered domain.`
  },
  {
    code: "LONG_URL",
    points: 10,
    when: (f) => f.urlChars > urlCharsUsualMax,
    message: (f) => `It is ${f.urlChars} characters long.`
  },
  {
    code: "LURE_WORDS",
    points: 25,
    when: (f) => f.lures > 0,
    message: () => "It speaks of logging in, accounts or payment."
  }
]

const lureWords =
  /(?:log-?in|sign-?in|verify|secure|account|update|confirm|password|wallet|bank|invoice|payment|unlock|suspend|support|billing)/g

export const triageFactsOf = (
  url: WebUrl,
  suffixes: PublicSuffixes["Service"],
  alreadyListed: boolean
): TriageFacts => {
  const [{ host, path }] = url.readings
  const hostIsIp = isIpHost(host)
  const registrable = hostIsIp ? null : suffixes.registrableDomain(host)
  return {
    alreadyListed,
    hostIsIp,
    hasUserInfo: url.url.username !== "" || url.url.password !== "",
    hasPort: url.url.port !== "",
    isInternational: host.includes("xn--"),
    isShortener: shorteners.has(host),
    hasUnknownTopLevel: !hostIsIp && !suffixes.hasKnownTopLevel(host),
    subdomains: registrable === null ? 0 : host.split(".").length - registrable.split(".").length,
    urlChars: url.raw.length,
    lures: (host + path.toLowerCase()).match(lureWords)?.length ?? 0
  }
}
