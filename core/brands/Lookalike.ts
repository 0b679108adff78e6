import type { Brand } from "./data/Brand.ts"

/** Method by which a host or a displayed name imitates a brand. */
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
  /** Name as the brand's owner writes it. */
  readonly brand: string
  /** The brand's main domain. */
  readonly domain: string
  readonly rule: LookalikeRule
  /** Confidence from 0 to 1. */
  readonly score: number
  /** Sentence that explains the score to the person who decides. */
  readonly evidence: string
}

/** Minimum score of a lookalike. Below it, imitation is not the most likely explanation. */
export const lookalikeScoreMin = 0.6
/** Minimum score of a strong lookalike. From this score on, imitation is almost the only explanation. */
export const strongLookalikeScoreMin = 0.8

/** Result of one rule. The candidate with the highest score becomes the lookalike. */
export interface LookalikeCandidate {
  readonly brand: Brand
  readonly rule: LookalikeRule
  readonly score: number
  readonly evidence: string
}

export const strongerCandidate = (
  one: LookalikeCandidate | null,
  other: LookalikeCandidate | null
): LookalikeCandidate | null => one === null || (other !== null && other.score > one.score) ? other : one

export const lookalikeOf = ({ brand, evidence, rule, score }: LookalikeCandidate): Lookalike => ({
  brand: brand.name,
  domain: brand.domains[0],
  rule,
  score: Math.round(Math.min(score, 1) * 100) / 100,
  evidence
})
