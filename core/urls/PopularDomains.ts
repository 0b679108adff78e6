import { Context } from "effect"

/**
 * How much visited a domain is, by public lists. Whoever many people visit imitates nobody, and an entry that blocks all of it is a
 * mistake as a rule. Host names are lower-case and in ASCII form. Synchronous: the lists are data.
 */
export class PopularDomains extends Context.Service<PopularDomains, {
  /**
   * The place among the most visited, 1 being the first; null for what is not listed. Of exactly this name: a list that has
   * `example.com` says nothing of `www.example.com`. Lists that give no places but steps (the first 200, the first 1,000) give
   * the last place of the step.
   */
  readonly rankOf: (host: string) => number | null
}>()("gatehouse/core/urls/PopularDomains") {}
