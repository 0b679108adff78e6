import { findLookalike, type LookalikeContext } from "../../brands/FindLookalike.ts"
import { type Lookalike, strongLookalikeScoreMin } from "../../brands/Lookalike.ts"
import { sourceLabel } from "../../threats/SourceLabel.ts"
import { isIpHost } from "../../urls/HostName.ts"
import { isPublicAddress } from "../../urls/PublicAddress.ts"
import { isOpenShortener } from "../../urls/SharedHosts.ts"
import type { CheckedLink } from "../links/CheckLinks.ts"
import type { LeadLink, LeadLinks } from "../links/LeadLinks.ts"
import { formatFirstAndCount, type LeadSignal, makeLeadSignal, sanitizeText } from "../signals/LeadSignal.ts"

/** Returns the signals of a lead's links, from threat lists and from the appearance of the links. */
export const judgeLinks = (
  found: LeadLinks,
  checked: ReadonlyArray<CheckedLink>,
  names: LookalikeContext
): ReadonlyArray<LeadSignal> => {
  // The appearance of links that the operator allows is not suspicious either.
  const plain = checked.filter(({ link, outcome }) => link.isPlain && outcome.kind !== "allowed").map(({ link }) =>
    link
  )
  return [
    ...judgeListings(checked),
    ...judgeUnchecked(found, checked),
    ...judgeLookalikes(plain, names),
    ...judgeDestinations(plain),
    ...judgeCount(found),
    ...found.disguised.length === 0 ? [] : [makeLeadSignal("DISGUISED_URL", "written", [hostsOf(found.disguised)])]
  ]
}

const hostOf = ({ url }: LeadLink): string => url.readings[0].host

const hostsOf = (links: ReadonlyArray<LeadLink>): string => formatFirstAndCount(links.map(hostOf))

const judgeListings = (checked: ReadonlyArray<CheckedLink>): ReadonlyArray<LeadSignal> => {
  const listed = checked.flatMap(({ link, outcome }) => outcome.kind === "listed" ? [{ link, outcome }] : [])
  const [first] = listed
  if (first === undefined) return []
  const sources = sanitizeText(sourceLabel(first.outcome.listed.source))
  return [makeLeadSignal("MALICIOUS_URL", "listed", [hostsOf(listed.map(({ link }) => link)), sources])]
}

const judgeUnchecked = (
  { isCutOff, unreadable }: LeadLinks,
  checked: ReadonlyArray<CheckedLink>
): ReadonlyArray<LeadSignal> => {
  const unchecked = checked.flatMap(({ link, outcome }) => outcome.kind === "unchecked" ? [link] : [])
  if (unchecked.length > 0) return [makeLeadSignal("UNCHECKED_URL", "unanswered", [hostsOf(unchecked)])]
  if (unreadable.length > 0) return [makeLeadSignal("UNCHECKED_URL", "unreadable", [formatFirstAndCount(unreadable)])]
  return isCutOff ? [makeLeadSignal("UNCHECKED_URL", "tooMany", [])] : []
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
  const certainty = strongest.score >= strongLookalikeScoreMin ? "certain" : "possible"
  const evidence = strongest.evidence.replace(/\.$/, "")
  return [makeLeadSignal("BRAND_LOOKALIKE", certainty, [sanitizeText(host), strongest.brand, evidence])]
}

const judgeDestinations = (links: ReadonlyArray<LeadLink>): ReadonlyArray<LeadSignal> => {
  const addresses = links.filter((link) =>
    isIpHost(hostOf(link)) && isPublicAddress(hostOf(link).replace(/^\[|\]$/g, ""))
  )
  const deceptive = links.filter(({ url }) => url.url.username.includes(".") || url.url.password !== "")
  const short = links.filter((link) => isOpenShortener(hostOf(link)))
  return [
    ...addresses.length === 0 ? [] : [makeLeadSignal("IP_URL", "address", [hostsOf(addresses)])],
    ...deceptive.length === 0 ? [] : [makeLeadSignal("DECEPTIVE_URL", "otherName", [hostsOf(deceptive)])],
    ...short.length === 0 ? [] : [makeLeadSignal("URL_SHORTENER", "shortener", [hostsOf(short)])]
  ]
}

/** Minimum number of links for each case, in descending order. */
const countCases = [[12, "from12"], [6, "from6"], [3, "from3"]] as const

const judgeCount = ({ inMessage, isCutOff }: LeadLinks): ReadonlyArray<LeadSignal> => {
  const reached = countCases.find(([from]) => inMessage >= from)?.[1]
  return reached === undefined ? [] : [makeLeadSignal("MANY_LINKS", isCutOff ? "cutOff" : reached, [String(inMessage)])]
}
