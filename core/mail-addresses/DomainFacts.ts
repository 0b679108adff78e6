import type { PublicSuffixes } from "../urls/PublicSuffixes.ts"
import { correctDomain } from "./DidYouMean.ts"
import type { EmailLists } from "./EmailLists.ts"

/** Properties that all addresses of a domain share. */
export interface DomainFacts {
  readonly disposable: boolean
  readonly publicProvider: boolean
  /** Domain that was probably intended. Null if the domain needs no correction. */
  readonly correction: string | null
}

export const collectDomainFacts = (
  lists: EmailLists["Service"],
  suffixes: PublicSuffixes["Service"],
  domain: string
): DomainFacts => {
  const publicProvider = lists.isPublicProvider(domain)
  return {
    disposable: lists.isDisposable(domain),
    publicProvider,
    // A known provider is never corrected, even if it resembles a larger provider.
    correction: publicProvider ? null : correctDomain(domain, suffixes.hasKnownTopLevel)
  }
}
