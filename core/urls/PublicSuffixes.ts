import { Context } from "effect"

/**
 * The Public Suffix List (publicsuffix.org), including its private section. Host names are in lower case and in ASCII
 * form. The functions are synchronous, because the list is in memory.
 */
export class PublicSuffixes extends Context.Service<PublicSuffixes, {
  /** Returns the eTLD+1. Null for a public suffix, an IP address, or a name without a known suffix. */
  readonly registrableDomain: (host: string) => string | null
  /** Reports whether a host is a public suffix, such as `com`, `co.uk` or `github.io`. */
  readonly isPublicSuffix: (host: string) => boolean
  /** Reports whether the last label is in the IANA root zone (ICANN section of the list). */
  readonly hasKnownTopLevel: (host: string) => boolean
}>()("gatehouse/core/urls/PublicSuffixes") {}
