import { Context } from "effect"

/**
 * Popularity of domains. The owner of a popular domain imitates no brand, and a list entry that blocks a whole popular
 * domain is usually a mistake. Host names are in lower case and in ASCII form. The functions are synchronous, because
 * the lists are in memory.
 */
export class PopularDomains extends Context.Service<PopularDomains, {
  /**
   * Returns the rank among the most visited domains, where the first has rank 1. Null for an unlisted domain. Only the
   * exact name matches: an entry for `example.com` does not cover `www.example.com`. In a list with steps (the first
   * 200, the first 1,000), the rank is the last one of the step. The steps of the embedded list are estimates.
   */
  readonly rankOf: (host: string) => number | null
}>()("gatehouse/core/urls/PopularDomains") {}
