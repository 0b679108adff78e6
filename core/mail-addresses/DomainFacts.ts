import type { PublicSuffixes } from "../urls/PublicSuffixes.ts"
import { correctDomain } from "./DidYouMean.ts"
import type { EmailLists } from "./EmailLists.ts"

/** What holds of every address at a domain. */
export interface DomainFacts {
  readonly disposable: boolean
  readonly publicProvider: boolean
  /** The domain that was probably meant; null when this one is as it should be. */
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
    // A provider that the lists know is meant as it stands, however close to a larger one.
    correction: publicProvider ? null : correctDomain(domain, suffixes.hasKnownTopLevel)
  }
}
