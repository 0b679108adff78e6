import type { PublicSuffixes } from "../../urls/PublicSuffixes.ts"
import { sharedHosts, shorteners } from "../../urls/SharedHosts.ts"
import type { LeadLink } from "../links/LeadLinks.ts"
import type { LeadFields } from "../signals/Lead.ts"
import { type LeadSignal, makeLeadSignal, sanitizeText } from "../signals/LeadSignal.ts"
import { randomnessMin, randomnessOf } from "../signals/RandomLetters.ts"

/** Checks whether name, company, website and address are plausible and consistent. */
export const judgeIdentity = (
  fields: LeadFields,
  links: ReadonlyArray<LeadLink>,
  emailDomain: string | null,
  suffixes: PublicSuffixes["Service"]
): ReadonlyArray<LeadSignal> => [
  ...judgeUrls(links),
  ...judgeRepetition(fields),
  ...judgeName(fields),
  ...judgeMismatch(links, emailDomain, suffixes)
]

/**
 * Returns the signal of URLs in the name or company. A link such as https://booking.com/offer is never a name. A bare
 * domain has a lower weight in the name and none in the company, because it can be an artist (will.i.am) or a company
 * (Booking.com).
 */
const judgeUrls = (links: ReadonlyArray<LeadLink>): ReadonlyArray<LeadSignal> => {
  const inName = links.find(({ field, isPlain }) => field === "name" && isPlain)
  if (inName !== undefined) {
    const isLink = inName.isWritten || hostOf(inName).startsWith("www.")
    return [makeLeadSignal("URL_IN_NAME", isLink ? "link" : "domain", [hostOf(inName)])]
  }
  const inCompany = links.find(({ field, isWritten }) => field === "company" && isWritten)
  return inCompany === undefined ? [] : [makeLeadSignal("URL_IN_NAME", "company", [hostOf(inCompany)])]
}

const hostOf = ({ url }: LeadLink): string => sanitizeText(url.readings[0].host)

const judgeRepetition = ({ company, message, name }: LeadFields): ReadonlyArray<LeadSignal> => {
  if (name === "" || !isClose(name, company) || !isClose(name, message)) return []
  const [one, two, three] = [name, company, message].map(alike)
  return one === two && two === three ? [makeLeadSignal("REPEATED_TEXT", "same", [sanitizeText(name)])] : []
}

/** Reports whether texts have similar lengths. Texts of very different lengths cannot be equal after normalization. */
const isClose = (one: string, other: string): boolean =>
  other.length <= one.length * 4 && one.length <= other.length * 4

const alike = (text: string): string => text.slice(0, 500).normalize("NFKC").toLowerCase().replace(/\s+/g, " ")

/** Returns the signals of a person's name. Company names are not checked, because they can consist of any letters. */
const judgeName = ({ name }: LeadFields): ReadonlyArray<LeadSignal> => {
  const shown = sanitizeText(name)
  return [
    ...botName.test(name) ? [makeLeadSignal("BOT_NAME", "digits", [shown])] : [],
    ...isGibberish(name) ? [makeLeadSignal("GIBBERISH_NAME", "random", [shown])] : []
  ]
}

/** Pattern of names that form-filling programs generate, as Antispam Bee detects them. */
const botName = /^[a-z]{3,40}\d{3,4}$/i

const nameCharsMax = 200

const isGibberish = (name: string): boolean =>
  name.slice(0, nameCharsMax).toLowerCase().split(/[^\p{L}\p{M}]+/u).some((word) =>
    /^[a-z]+$/.test(word) && randomnessOf(word) >= randomnessMin
  )

/**
 * Detects a website and an address that both belong to the sender but have unrelated domain names. A link in the website
 * field need not be plain, because the field says that its text is a link.
 */
const judgeMismatch = (
  links: ReadonlyArray<LeadLink>,
  emailDomain: string | null,
  suffixes: PublicSuffixes["Service"]
): ReadonlyArray<LeadSignal> => {
  if (emailDomain === null) return []
  const sites = links.filter(({ field, isPlain }) => field === "website" || field === "company" && isPlain)
    .flatMap(({ field, url }) => {
      const host = url.readings[0].host
      const domain = suffixes.registrableDomain(host)
      return domain === null || isShared(host) || isShared(domain) ? [] : [{ domain, field }]
    })
  const [first] = sites
  if (first === undefined || sites.some(({ domain }) => isRelated(domain, emailDomain))) return []
  return [
    makeLeadSignal("DOMAIN_MISMATCH", "unrelated", [sanitizeText(emailDomain), first.field, sanitizeText(first.domain)])
  ]
}

const isShared = (host: string): boolean => sharedHosts.has(host) || shorteners.has(host)

const isRelated = (one: string, other: string): boolean => {
  const [a, b] = [nameOf(one), nameOf(other)]
  return a.includes(b) || b.includes(a)
}

const nameOf = (domain: string): string => domain.slice(0, domain.indexOf(".")).replaceAll("-", "")
