import { Context } from "effect"

/**
 * The Public Suffix List (publicsuffix.org), private section included. Host names are lower-case and in ASCII form.
 * Synchronous: the list is data.
 */
export class PublicSuffixes extends Context.Service<PublicSuffixes, {
  /** eTLD+1, or null for a public suffix, an IP address or a name without a known suffix. */
  readonly registrableDomain: (host: string) => string | null
  /** True for `com`, `co.uk`, `github.io`. */
  readonly isPublicSuffix: (host: string) => boolean
  /** True when the last label stands in the IANA root (ICANN section of the list). */
  readonly hasKnownTopLevel: (host: string) => boolean
}>()("gatehouse/core/urls/PublicSuffixes") {}
