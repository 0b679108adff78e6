import edited from "disposable-email-domains-js/dist/dict/disposable_email_blocklist.json" with { type: "json" }
import observed from "fakefilter/json/data.json" with { type: "json" }
import { correctDomain } from "../../core/mail-addresses/DidYouMean.ts"
import { isProviderTypo } from "../../core/mail-addresses/ProviderTypos.ts"
import type { PublicSuffixes } from "../../core/urls/PublicSuffixes.ts"
import { isAcademic, notDisposableDomains, relayDomains } from "./data/Disposables.ts"
import { loadMailchecker } from "./Mailchecker.cjs"

/** Lookup of exact domains in the lists of disposable domains. A subdomain of a listed domain does not match. */
export interface DisposableDomains {
  /** Reports whether any list contains the domain and no exception applies. */
  readonly isListed: (domain: string) => boolean
  /** Reports whether there is sufficient evidence that a disposable email service uses the domain. */
  readonly isDisposable: (domain: string) => boolean
}

/**
 * Combines three lists of disposable domains, which differ in their evidence:
 *
 * - `fakefilter` queries running services for the domains they offer, and records the service. Its entries are proof,
 *   except the entries that were added manually.
 * - `disposable-email-domains-js` is edited by people, who ask contributors where a domain is offered.
 * - `mailchecker` is large and collected automatically. It includes hundreds of misspelled names of large providers,
 *   which real customers enter by mistake.
 *
 * A domain that looks like a typo of a provider therefore needs better evidence. An entry of `mailchecker` does not
 * count if either `correctDomain` or `isProviderTypo` considers the domain a typo. An entry of the edited list, or a
 * manual entry of `fakefilter`, does not count if both do. A domain that a running service offers is disposable in any
 * spelling.
 */
export const readDisposableDomains = (suffixes: PublicSuffixes["Service"]): DisposableDomains => {
  const large = loadMailchecker().blacklist()
  const careful = new Set([...edited, ...Object.keys(observed.domains)])
  const running = new Set(
    Object.entries(observed.domains).flatMap(([domain, { provider }]) => provider === enteredManually ? [] : [domain])
  )
  // The exceptions are checked only if a list contains the domain, which is rare.
  const real = new Set([...relayDomains, ...notDisposableDomains])
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

/** Provider name in `fakefilter` for domains that were entered manually, without a service. */
const enteredManually = "static"

const isAtOrUnder = (names: ReadonlySet<string>, domain: string): boolean => {
  for (let at = 0; at >= 0; at = domain.indexOf(".", at) + 1 || -1) {
    if (names.has(domain.slice(at))) return true
  }
  return false
}
