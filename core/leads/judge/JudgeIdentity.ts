import type { PublicSuffixes } from "../../urls/PublicSuffixes.ts"
import { sharedHosts, shorteners } from "../../urls/SharedHosts.ts"
import type { LeadLink } from "../links/LeadLinks.ts"
import type { LeadFields } from "../signals/Lead.ts"
import { type LeadSignal, leadSignal, quote } from "../signals/LeadSignal.ts"
import { randomnessMin, randomnessOf } from "../signals/RandomLetters.ts"

/** Who somebody says to be: whether name, company, website and address fit what people write there. */
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

/** Booking.com is a company, and will.i.am an artist; https://booking.com/offer is a link, and nobody is called so. */
const judgeUrls = (links: ReadonlyArray<LeadLink>): ReadonlyArray<LeadSignal> => {
  const inName = links.find(({ field, isPlain }) => field === "name" && isPlain)
  if (inName !== undefined) {
    const isLink = inName.isWritten || hostOf(inName).startsWith("www.")
    return [leadSignal("URL_IN_NAME", isLink ? "link" : "domain", [hostOf(inName)])]
  }
  const inCompany = links.find(({ field, isWritten }) => field === "company" && isWritten)
  return inCompany === undefined ? [] : [leadSignal("URL_IN_NAME", "company", [hostOf(inCompany)])]
}

const hostOf = ({ url }: LeadLink): string => quote(url.readings[0].host)

const judgeRepetition = ({ company, message, name }: LeadFields): ReadonlyArray<LeadSignal> => {
  if (name === "" || !isClose(name, company) || !isClose(name, message)) return []
  const [one, two, three] = [name, company, message].map(alike)
  return one === two && two === three ? [leadSignal("REPEATED_TEXT", "same", [quote(name)])] : []
}

/** Texts whose lengths are far apart are not the same, however they are written. */
const isClose = (one: string, other: string): boolean =>
  other.length <= one.length * 4 && one.length <= other.length * 4

const alike = (text: string): string => text.slice(0, 500).normalize("NFKC").toLowerCase().replace(/\s+/g, " ")

/** Not of companies: those are called by any letters. */
const judgeName = ({ name }: LeadFields): ReadonlyArray<LeadSignal> => {
  const shown = quote(name)
  return [
    ...botName.test(name) ? [leadSignal("BOT_NAME", "digits", [shown])] : [],
    ...isGibberish(name) ? [leadSignal("GIBBERISH_NAME", "random", [shown])] : []
  ]
}

/** As Antispam Bee sees names of programs that fill in forms. */
const botName = /^[a-z]{3,40}\d{3,4}$/i

const nameCharsMax = 200

const isGibberish = (name: string): boolean =>
  name.slice(0, nameCharsMax).toLowerCase().split(/[^\p{L}\p{M}]+/u).some((word) =>
    /^[a-z]+$/.test(word) && randomnessOf(word) >= randomnessMin
  )

/** A website of the sender's own and an address of the sender's own, and neither's name is part of the other's. */
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
  return [leadSignal("DOMAIN_MISMATCH", "unrelated", [quote(emailDomain), first.field, quote(first.domain)])]
}

const isShared = (host: string): boolean => sharedHosts.has(host) || shorteners.has(host)

const isRelated = (one: string, other: string): boolean => {
  const [a, b] = [nameOf(one), nameOf(other)]
  return a.includes(b) || b.includes(a)
}

const nameOf = (domain: string): string => domain.slice(0, domain.indexOf(".")).replaceAll("-", "")
