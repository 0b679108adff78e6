import { Layer } from "effect"
import { createRequire } from "node:module"
import { EmailLists } from "../../core/mail-addresses/EmailLists.ts"
import type { PublicSuffixes } from "../../core/urls/PublicSuffixes.ts"
import { isAcademic, sharedZones } from "./data/Disposables.ts"
import { misspelledProviders, morePublicProviders, notProviders } from "./data/Providers.ts"
import { moreRoles, notRoles, personalWithNumber, shortRoles } from "./data/Roles.ts"
import { readDisposableDomains } from "./DisposableDomains.ts"
import { publicSuffixes } from "./PublicSuffixesTldts.ts"

const require = createRequire(import.meta.url)

/**
 * Combines lists from packages so that they compensate for each other's errors. Disposable domains come from three lists, which together
 * cover 99% of the most careful one; any single list covers under half. Forwarding services, schools, real providers, public suffixes and
 * unproven typos are removed. Matching stops at the registrable domain, so that a listed suffix does not affect every domain under it.
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

/** The lists are static data: all layers of a process share one instance, built on first use (20 ms). */
export const layer: Layer.Layer<EmailLists> = Layer.sync(
  EmailLists,
  () => cached ??= makeEmailLists(publicSuffixes)
)

type DomainTest = (domain: string) => boolean

/** A domain on a list of disposable domains is not a provider, even if it is only a typo of one. */
const readPublicProviders = (isNamed: DomainTest): Set<string> => {
  const packaged: ReadonlyArray<string> = require("email-providers/all.json")
  const isProvider = (domain: string) => !isNamed(domain) && !isAcademic(domain)
  const all = new Set([...packaged.filter(isProvider), ...morePublicProviders])
  for (const domain of [...misspelledProviders, ...notProviders]) all.delete(domain)
  return all
}

const readRoleNames = (): Set<string> => {
  const packaged: ReadonlyArray<string> = require("role-based-email-addresses")
  return new Set(
    [...packaged, ...moreRoles].filter((name) => (name.length > 2 || shortRoles.has(name)) && !notRoles.has(name))
  )
}

const isListedUpToRegistrable = (
  isListed: DomainTest,
  suffixes: PublicSuffixes["Service"],
  domain: string
): boolean => {
  if (isListed(domain)) return true
  const firstDot = domain.indexOf(".")
  // Most domains are registrable domains, with no parent to check.
  if (domain.indexOf(".", firstDot + 1) < 0) return false
  const registrable = suffixes.registrableDomain(domain)
  for (let at = firstDot + 1; at > 0; at = domain.indexOf(".", at) + 1) {
    const parent = domain.slice(at)
    if (registrable === null || parent.length < registrable.length) return false
    if (isListed(parent)) return !sharedZones.has(parent)
  }
  return false
}

/** Removes suffixes: `sales+eu`, `sales.2` and `sales-team` become `sales`. */
const stripSuffixes = (localPart: string): string => {
  const tagless = localPart.replace(/\+[^]*/, "")
  const unnumbered = tagless.replace(/[._-]?\d{1,4}$/, "")
  const isPerson = unnumbered !== tagless && personalWithNumber.has(unnumbered)
  return (isPerson ? tagless : unnumbered).replace(/[._-](?:team|dept)$/, "")
}
