import { Context } from "effect"

/**
 * The Public Suffix List (publicsuffix.org), private section included. Host names are lower case and in ASCII form.
 * Synchronous: the list is in memory.
 */
export class PublicSuffixes extends Context.Service<PublicSuffixes, {
  /** Returns the eTLD+1; null for a public suffix, an IP address, or a name without a known suffix. */
  readonly registrableDomain: (host: string) => string | null
  /** Returns true for `com`, `co.uk`, `github.io`. */
  readonly isPublicSuffix: (host: string) => boolean
  /** Returns true if the last label is in the IANA root zone (ICANN section of the list). */
  readonly hasKnownTopLevel: (host: string) => boolean
}>()("gatehouse/core/urls/PublicSuffixes") {}
