import { scoreMax } from "../../scoring/Band.ts"
import { fold, type Scoring, sum } from "../../scoring/Fold.ts"
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
 * 100 × σ(start + Σ families), each family no more than it may. Good signals of a family are limited before bad ones are added, so that
 * many of them do not buy a bad one off. One more bad signal never raises the score, one more good one never lowers it.
 */
const scoring: Scoring<ScoreCode, ScoreFamily> = {
  groupOf: (code) => scoreCatalogue[code].family,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A constant, whose keys are its type.
  groups: Object.keys(scoreFamilies) as ReadonlyArray<ScoreFamily>,
  ofGroup: (logits, family) => {
    const { least, most } = scoreFamilies[family]
    const good = sum(logits.filter((logit) => logit > 0))
    const bad = sum(logits.filter((logit) => logit < 0))
    return Math.max(least, Math.min(most, good) + bad)
  },
  ofAll: (families) => Math.round(scoreMax / (1 + Math.exp(-(logitStart + sum(families)))))
}

/** The score of a session, 0 to 100, higher is more human. */
export const scoreOf = (findings: Iterable<Finding>, profile: PuzzleProfile): number => {
  const signals = Array.from(findings, ({ code, strength }) => {
    const { logit }: ScoreEntry = scoreCatalogue[code]
    return { code, weight: logit * Math.max(0, Math.min(1, strength) || 0) }
  })
  const score = fold(scoring, signals)
  return profile === "sha256" ? Math.min(sha256ScoreMax, score) : score
}
