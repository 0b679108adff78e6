import { clampScore, scoreMax } from "../../scoring/Band.ts"
import type { PuzzleProfile } from "../Puzzle.ts"
import { scoreCatalogue, type ScoreCode, type ScoreEntry, scoreFamilies, type ScoreFamily } from "./ScoreCatalogue.ts"

/** A signal that a session has, and how strongly: 0 to 1; anything outside counts as the nearest of these. */
export interface Finding {
  readonly code: ScoreCode
  readonly strength: number
}

/** Where nothing is known: a score of 75. People who do little are not taken for bots. */
export const logitStart = 1.1

/** The highest score of a session that solved SHA-256 puzzles: they cost a bot with graphics cards next to nothing. */
export const sha256ScoreMax = 70

/**
 * The fold from signals to a score: 100 × σ(start + Σ families), each family no more than it may. Good signals of a family are
 * limited before bad ones are added, so that many of them do not buy a bad one off. Total, whole, 0 to 100, independent of
 * order; one more bad signal never raises it, one more good one never lowers it.
 */
export const scoreOf = (findings: Iterable<Finding>, profile: PuzzleProfile): number => {
  const strengths = new Map<ScoreCode, number>()
  for (const { code, strength } of findings) {
    strengths.set(code, Math.max(strengths.get(code) ?? 0, Math.min(1, strength) || 0))
  }
  const sums = new Map<ScoreFamily, { good: number; bad: number }>()
  // Always in one order: sums of fractions depend on it.
  for (const [code, { family, logit }] of Object.entries<ScoreEntry>(scoreCatalogue)) {
    const share = logit * (strengths.get(code as ScoreCode) ?? 0)
    const sum = sums.get(family) ?? { good: 0, bad: 0 }
    sums.set(family, { good: sum.good + Math.max(0, share), bad: sum.bad + Math.min(0, share) })
  }
  let logit = logitStart
  for (const [family, { good, bad }] of sums) {
    const { least, most } = scoreFamilies[family]
    logit += Math.max(least, Math.min(most, good) + bad)
  }
  const score = clampScore(Math.round(scoreMax / (1 + Math.exp(-logit))))
  return profile === "sha256" ? Math.min(sha256ScoreMax, score) : score
}
