import { findLookalike, type LookalikeContext } from "../../brands/FindLookalike.ts"
import { type Lookalike, strongLookalikeScoreMin } from "../../brands/Lookalike.ts"
import { nameOfSource } from "../../threats/NameOfSource.ts"
import { isIpHost } from "../../urls/HostName.ts"
import { isPublicAddress } from "../../urls/PublicAddress.ts"
import { shorteners } from "../../urls/SharedHosts.ts"
import type { LeadLink, LeadLinks } from "../links/LeadLinks.ts"
import type { LookedUpLink } from "../links/LookUpLinks.ts"
import { type LeadSignal, leadSignal } from "../signals/LeadSignal.ts"
import { andMore, quote } from "../signals/Quote.ts"

/** What the links of a lead tell: where they are listed, and what they look like. */
export const judgeLinks = (
  found: LeadLinks,
  lookedUp: ReadonlyArray<LookedUpLink>,
  names: LookalikeContext
): ReadonlyArray<LeadSignal> => {
  // What the operator allows is not suspicious by its looks either.
  const plain = lookedUp.filter(({ link, outcome }) => link.isPlain && outcome.kind !== "allowed").map(({ link }) =>
    link
  )
  return [
    ...judgeListings(lookedUp),
    ...judgeUnchecked(found, lookedUp),
    ...judgeLookalikes(plain, names),
    ...judgeWhere(plain),
    ...judgeCount(found),
    ...found.disguised.length === 0 ? [] : [
      leadSignal("DISGUISED_URL", 15, `A link is written so that programs do not see it: ${hostsOf(found.disguised)}.`)
    ]
  ]
}

const hostOf = ({ url }: LeadLink): string => url.readings[0].host

const hostsOf = (links: ReadonlyArray<LeadLink>): string => andMore(links.map(hostOf))

const judgeListings = (lookedUp: ReadonlyArray<LookedUpLink>): ReadonlyArray<LeadSignal> => {
  const listed = lookedUp.flatMap(({ link, outcome }) => outcome.kind === "listed" ? [{ link, outcome }] : [])
  if (listed.length === 0) return []
  const sources = quote(nameOfSource(listed[0]!.outcome.listed.source))
  return [
    leadSignal(
      "MALICIOUS_URL",
      100,
      `A link leads to a known threat: ${hostsOf(listed.map(({ link }) => link))} is listed by ${sources}.`
    )
  ]
}

const judgeUnchecked = (
  { isCutOff, unreadable }: LeadLinks,
  lookedUp: ReadonlyArray<LookedUpLink>
): ReadonlyArray<LeadSignal> => {
  const unchecked = lookedUp.flatMap(({ link, outcome }) => outcome.kind === "unchecked" ? [link] : [])
  const why = unchecked.length > 0
    ? `A link could not be looked up, and may be unsafe: ${hostsOf(unchecked)}.`
    : unreadable.length > 0
    ? `A link cannot be read, so that it was not looked up: ${andMore(unreadable)}.`
    : isCutOff
    ? "There is more text or are more links than are looked through."
    : null
  return why === null ? [] : [leadSignal("UNCHECKED_URL", 25, why)]
}

const judgeLookalikes = (links: ReadonlyArray<LeadLink>, names: LookalikeContext): ReadonlyArray<LeadSignal> => {
  let [strongest, host]: [Lookalike | null, string] = [null, ""]
  const judged = new Set<string>()
  for (const link of links) {
    const name = hostOf(link)
    if (judged.has(name) || names.registrableDomain(name) === null) continue
    judged.add(name)
    const lookalike = findLookalike(name, { ...names, path: link.url.url.pathname })
    if (lookalike !== null && lookalike.score > (strongest?.score ?? 0)) [strongest, host] = [lookalike, name]
  }
  if (strongest === null) return []
  const points = strongest.score >= strongLookalikeScoreMin ? 45 : 25
  const evidence = strongest.evidence.replace(/\.$/, "")
  return [leadSignal("BRAND_LOOKALIKE", points, `${quote(host)} imitates ${strongest.brand}: ${evidence}.`)]
}

const judgeWhere = (links: ReadonlyArray<LeadLink>): ReadonlyArray<LeadSignal> => {
  const addresses = links.filter((link) =>
    isIpHost(hostOf(link)) && isPublicAddress(hostOf(link).replace(/^\[|\]$/g, ""))
  )
  const deceptive = links.filter(({ url }) => url.url.username.includes(".") || url.url.password !== "")
  const short = links.filter((link) => isShortener(hostOf(link)))
  return [
    ...addresses.length === 0 ? [] : [
      leadSignal("IP_URL", 45, `A link leads to an IP address in place of a name: ${hostsOf(addresses)}.`)
    ],
    ...deceptive.length === 0 ? [] : [
      leadSignal(
        "DECEPTIVE_URL",
        45,
        `A link shows another name before the host that it leads to: ${hostsOf(deceptive)}.`
      )
    ],
    ...short.length === 0 ? [] : [
      leadSignal("URL_SHORTENER", 12, `A link hides where it leads in the end: ${hostsOf(short)}.`)
    ]
  ]
}

const isShortener = (host: string): boolean => {
  const name = host.startsWith("www.") ? host.slice(4) : host
  return shorteners.has(name) && !ownShorteners.has(name)
}

/** Of one company, for its own pages alone: they hide nothing. Source: the companies' own pages. */
const ownShorteners: ReadonlySet<string> = new Set(
  "a.co aka.ms amzn.asia amzn.eu amzn.id amzn.to db.tt fb.me g.co msft.it spoti.fi spti.fi wa.me wp.me youtu.be".split(
    " "
  )
)

/** From so many links in a message on, so many points. */
const countPoints = [[12, 32], [6, 22], [3, 14]] as const

const judgeCount = ({ inMessage, isCutOff }: LeadLinks): ReadonlyArray<LeadSignal> => {
  const points = countPoints.find(([from]) => inMessage >= from)?.[1]
  if (points === undefined) return []
  const count = `${isCutOff ? "more than " : ""}${inMessage} links`
  return [leadSignal("MANY_LINKS", isCutOff ? 45 : points, `The message holds ${count}.`)]
}
