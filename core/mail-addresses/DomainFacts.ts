import type { PublicSuffixes } from "../urls/PublicSuffixes.ts"
import { correctDomain } from "./DidYouMean.ts"
import type { EmailLists } from "./EmailLists.ts"

/** Properties shared by all addresses of a domain. */
export interface DomainFacts {
  readonly disposable: boolean
  readonly publicProvider: boolean
  /** Domain that was probably intended; null if this one needs no correction. */
  readonly correction: string | null
}

export const domainFacts = (
  lists: EmailLists["Service"],
  suffixes: PublicSuffixes["Service"],
  domain: string
): DomainFacts => {
  const publicProvider = lists.isPublicProvider(domain)
  return {
    disposable: lists.isDisposable(domain),
    publicProvider,
    // A known provider is never corrected, however similar to a larger one.
    correction: publicProvider ? null : correctDomain(domain, suffixes.hasKnownTopLevel)
  }
}
