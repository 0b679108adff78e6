import { Layer } from "effect"
import packagedProviders from "email-providers/all.json" with { type: "json" }
import packagedRoles from "role-based-email-addresses"
import { EmailLists } from "../../core/mail-addresses/EmailLists.ts"
import type { PublicSuffixes } from "../../core/urls/PublicSuffixes.ts"
import { isAcademic, sharedZones } from "./data/Disposables.ts"
import { misspelledProviders, morePublicProviders, notProviderDomains } from "./data/Providers.ts"
import { moreRoles, notRoleNames, personalWithNumber, shortRoles } from "./data/Roles.ts"
import { readDisposableDomains } from "./DisposableDomains.ts"
import { publicSuffixes } from "./PublicSuffixesTldts.ts"

/**
 * Combines lists from packages so that they compensate for each other's errors. Disposable domains come from three
 * lists, because each list lacks more than half of the domains in any other list. Forwarding services, real providers,
 * public suffixes, unproven typos, and the schools of the largest list are removed. Matching stops at the registrable
 * domain, so that a listed suffix does not affect every domain under it.
 */
export const makeEmailLists = (suffixes: PublicSuffixes["Service"]): EmailLists["Service"] => {
  const { isListed, isDisposable } = readDisposableDomains(suffixes)
  const providers = readPublicProviders(isListed)
  const roles = readRoleNames()
  return {
    isDisposable: (domain) => isListedUpToRegistrable(isDisposable, suffixes, domain),
    isPublicProvider: (domain) => providers.has(domain),
    isRole: (localPart) => roles.has(localPart) || roles.has(stripSuffixes(localPart))
  }
}

let cached: EmailLists["Service"] | null = null

/** Layer with the embedded lists. All layers of a process share one instance, which is built on first use in 20 ms. */
export const layer: Layer.Layer<EmailLists> = Layer.sync(
  EmailLists,
  () => cached ??= makeEmailLists(publicSuffixes)
)

type DomainTest = (domain: string) => boolean

/**
 * Returns the public mail providers: the packaged domains and `morePublicProviders`. Of the packaged domains, omits
 * schools and every domain for which `DisposableDomains.isListed` is true, even a probable typo that does not count as
 * disposable. Also omits misspelled names and domains that offer no addresses to the public.
 */
const readPublicProviders = (isNamed: DomainTest): Set<string> => {
  const isProvider = (domain: string) => !isNamed(domain) && !isAcademic(domain)
  const all = new Set([...packagedProviders.filter(isProvider), ...morePublicProviders])
  for (const domain of [...misspelledProviders, ...notProviderDomains]) all.delete(domain)
  return all
}

const readRoleNames = (): Set<string> => {
  return new Set(
    [...packagedRoles, ...moreRoles].filter((name) =>
      (name.length > 2 || shortRoles.has(name)) && !notRoleNames.has(name)
    )
  )
}

const isListedUpToRegistrable = (
  isListed: DomainTest,
  suffixes: PublicSuffixes["Service"],
  domain: string
): boolean => {
  if (isListed(domain)) return true
  const firstDot = domain.indexOf(".")
  // Most domains have two labels, so they have no parent to check.
  if (domain.indexOf(".", firstDot + 1) < 0) return false
  const registrable = suffixes.registrableDomain(domain)
  for (let at = firstDot + 1; at > 0; at = domain.indexOf(".", at) + 1) {
    const parent = domain.slice(at)
    if (registrable === null || parent.length < registrable.length) return false
    if (isListed(parent)) return !sharedZones.has(parent)
  }
  return false
}

/**
 * Removes suffixes: `sales+eu`, `sales.2` and `sales-team` become `sales`. Keeps the number after a name in
 * `personalWithNumber`.
 */
const stripSuffixes = (localPart: string): string => {
  const tagless = localPart.replace(/\+[^]*/, "")
  const unnumbered = tagless.replace(/[._-]?\d{1,4}$/, "")
  const isPerson = unnumbered !== tagless && personalWithNumber.has(unnumbered)
  return (isPerson ? tagless : unnumbered).replace(/[._-](?:team|dept)$/, "")
}
