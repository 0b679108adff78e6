import type { Brand } from "./data/Brand.ts"

/** By what a host, or a name that is shown, imitates a brand. */
export type LookalikeRule =
  | "same skeleton"
  | "embedded domain"
  | "confusable letters"
  | "one edit"
  | "two edits"
  | "hyphen"
  | "digits"
  | "keyword"
  | "concatenated keyword"
  | "subdomain"
  | "tenant"
  | "other top level"

export interface Lookalike {
  /** As its owner writes it. */
  readonly brand: string
  /** The brand's main domain. */
  readonly domain: string
  readonly rule: LookalikeRule
  /** From 0 to 1. */
  readonly score: number
  /** One sentence for whoever decides. */
  readonly evidence: string
}

/** From here on a host is said to imitate; below it is likelier that it does not. */
export const lookalikeScoreMin = 0.6
/** From here on hardly anything else explains the name. */
export const strongLookalikeScoreMin = 0.8

/** What one rule says, before the strongest is chosen. */
export interface Likeness {
  readonly brand: Brand
  readonly rule: LookalikeRule
  readonly score: number
  readonly evidence: string
}

export const stronger = (one: Likeness | null, other: Likeness | null): Likeness | null =>
  one === null || (other !== null && other.score > one.score) ? other : one

export const lookalikeOf = ({ brand, evidence, rule, score }: Likeness): Lookalike => ({
  brand: brand.name,
  domain: brand.domains[0],
  rule,
  score: Math.round(Math.min(score, 1) * 100) / 100,
  evidence
})
