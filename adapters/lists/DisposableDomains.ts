import { createRequire } from "node:module"
import { correctDomain } from "../../core/mail-addresses/DidYouMean.ts"
import { isProviderTypo } from "../../core/mail-addresses/ProviderTypos.ts"
import type { PublicSuffixes } from "../../core/urls/PublicSuffixes.ts"
import { isAcademic, realDomains, relayDomains } from "./data/Disposables.ts"

const require = createRequire(import.meta.url)

/** Lookup in lists of disposable domains, without parent domains. */
export interface DisposableDomains {
  /** Reports whether any list contains the domain. */
  readonly isListed: (domain: string) => boolean
  /** Reports whether a disposable email service uses the domain, with sufficient evidence. */
  readonly isDisposable: (domain: string) => boolean
}

/**
 * Combines three lists of disposable domains with different evidence:
 *
 * - `fakefilter` queries running services for the domains they offer, and records the service. That is proof.
 * - `disposable-email-domains-js` is edited by people, who ask where a domain is offered.
 * - `mailchecker` is large and collected automatically. It includes hundreds of typos of large providers, used by real customers.
 *
 * So a typo needs better evidence than other domains. The largest list does not count for it, and the edited list counts only if
 * `did_you_mean` has no suggestion. A domain that a running service offers is disposable in any spelling.
 */
export const readDisposableDomains = (suffixes: PublicSuffixes["Service"]): DisposableDomains => {
  const { blacklist }: { blacklist: () => ReadonlySet<string> } = require("mailchecker")
  const edited: ReadonlyArray<string> = require(
    "disposable-email-domains-js/dist/dict/disposable_email_blocklist.json"
  )
  const observed: { domains: Record<string, { provider: string }> } = require("fakefilter/json/data.json")
  const large = blacklist()
  const careful = new Set([...edited, ...Object.keys(observed.domains)])
  const running = new Set(
    Object.entries(observed.domains).flatMap(([domain, { provider }]) => provider === enteredManually ? [] : [domain])
  )
  // The exceptions are checked only if a list contains the domain, which is rare.
  const real = new Set([...relayDomains, ...realDomains])
  const isListed = (domain: string): boolean =>
    (careful.has(domain) || (large.has(domain) && !isAcademic(domain))) &&
    !isAtOrUnder(real, domain) &&
    !suffixes.isPublicSuffix(domain)
  const isVouchedFor = (domain: string): boolean => {
    if (running.has(domain)) return true
    const isCorrected = correctDomain(domain, suffixes.hasKnownTopLevel) !== null
    const isTypo = isProviderTypo(domain)
    return careful.has(domain) ? !(isCorrected && isTypo) : !(isCorrected || isTypo)
  }
  return { isListed, isDisposable: (domain) => isListed(domain) && isVouchedFor(domain) }
}

/** Value in `fakefilter` for domains that were entered manually, without a service. */
const enteredManually = "static"

const isAtOrUnder = (names: ReadonlySet<string>, domain: string): boolean => {
  for (let at = 0; at >= 0; at = domain.indexOf(".", at) + 1 || -1) {
    if (names.has(domain.slice(at))) return true
  }
  return false
}
