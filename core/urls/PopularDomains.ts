import { Context } from "effect"

/**
 * Popularity of domains. The owner of a popular domain imitates no brand, and a list entry that blocks a whole popular
 * domain is usually a mistake. Host names are lower case and in ASCII form. Synchronous: the lists are
 * in memory.
 */
export class PopularDomains extends Context.Service<PopularDomains, {
  /**
   * Returns the rank among the most visited domains, 1 being the first; null if unlisted. Matches the exact name: an
   * entry for `example.com` does not cover `www.example.com`. For lists with steps (the first 200, the first 1,000),
   * returns the last rank of the step. The embedded list estimates its steps.
   */
  readonly rankOf: (host: string) => number | null
}>()("gatehouse/core/urls/PopularDomains") {}
