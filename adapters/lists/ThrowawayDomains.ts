import { createRequire } from "node:module"
import { correctDomain } from "../../core/mail-addresses/DidYouMean.ts"
import { isProviderTypo } from "../../core/mail-addresses/ProviderTypos.ts"
import type { PublicSuffixes } from "../../core/urls/PublicSuffixes.ts"
import { isAcademic, realDomains, relayDomains } from "./data/Disposables.ts"

const require = createRequire(import.meta.url)

/** What lists of throwaway domains say of a domain itself, without those above it. */
export interface ThrowawayDomains {
  /** A list names the domain, for whatever reason. */
  readonly isNamed: (domain: string) => boolean
  /** A throwaway service uses the domain, as far as lists can vouch for it. */
  readonly isThrowaway: (domain: string) => boolean
}

/**
 * Three lists of throwaway domains. They know different things:
 *
 * - `fakefilter` asks running services which domains they hand out, and notes the service. That is proof.
 * - `disposable-email-domains-js` is edited by people, who ask where a domain is handed out.
 * - `mailchecker` is large and collected by machine. It holds hundreds of typos of large providers, at which customers of these
 *   providers arrive and no service was seen.
 *
 * So a typo needs better evidence than other domains: the largest list does not count for it, and the edited one counts only where
 * `did_you_mean` has no suggestion. What a running service hands out stays a throwaway domain, however it is spelled.
 */
export const readThrowawayDomains = (suffixes: PublicSuffixes["Service"]): ThrowawayDomains => {
  const { blacklist }: { blacklist: () => ReadonlySet<string> } = require("mailchecker")
  const edited: ReadonlyArray<string> = require(
    "disposable-email-domains-js/dist/dict/disposable_email_blocklist.json"
  )
  const observed: { domains: Record<string, { provider: string }> } = require("fakefilter/json/data.json")
  const large = blacklist()
  const careful = new Set([...edited, ...Object.keys(observed.domains)])
  const running = new Set(
    Object.entries(observed.domains).flatMap(([domain, { provider }]) => provider === unobserved ? [] : [domain])
  )
  // Exceptions are looked at only when a list names a domain, which is seldom.
  const real = new Set([...relayDomains, ...realDomains])
  const isNamed = (domain: string): boolean =>
    (careful.has(domain) || (large.has(domain) && !isAcademic(domain))) &&
    !isAtOrUnder(real, domain) &&
    !suffixes.isPublicSuffix(domain)
  const isVouchedFor = (domain: string): boolean => {
    if (running.has(domain)) return true
    const isCorrected = correctDomain(domain, suffixes.hasKnownTopLevel) !== null
    const isTypo = isProviderTypo(domain)
    return careful.has(domain) ? !(isCorrected && isTypo) : !(isCorrected || isTypo)
  }
  return { isNamed, isThrowaway: (domain) => isNamed(domain) && isVouchedFor(domain) }
}

/** What `fakefilter` notes of domains that were entered by hand, in place of a service. */
const unobserved = "static"

const isAtOrUnder = (names: ReadonlySet<string>, domain: string): boolean => {
  for (let at = 0; at >= 0; at = domain.indexOf(".", at) + 1 || -1) {
    if (names.has(domain.slice(at))) return true
  }
  return false
}
