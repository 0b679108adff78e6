import { scoreMax } from "../../scoring/Band.ts"
import { combineSignals, type Scoring, sum } from "../../scoring/CombineSignals.ts"
import type { PuzzleProfile } from "../Puzzle.ts"
import { scoreCatalog, type ScoreCode, type ScoreEntry, scoreFamilies, type ScoreFamily } from "./ScoreCatalog.ts"

/** Signal of a session, with a strength from 0 to 1. Values outside this range are clamped. */
export interface SessionFinding {
  readonly code: ScoreCode
  readonly strength: number
}

/** Logit of a session without signals, which is a score of 75. Visitors who do little are not treated as bots. */
export const logitStart = 1.1

/** Maximum score of a session with SHA-256 puzzles. They cost a bot with graphics cards almost nothing. */
export const sha256ScoreMax = 70

/**
 * Scoring of a session: 100 × σ(start + Σ families), with each family limited to its bounds. Positive signals of a
 * family are limited before negative signals are added, so that many positive signals cannot cancel a negative signal.
 * An additional negative signal never raises the score, and an additional positive signal never lowers it.
 */
const scoring: Scoring<ScoreCode, ScoreFamily> = {
  groupOf: (code) => scoreCatalog[code].family,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A constant, whose keys are its type.
  groups: Object.keys(scoreFamilies) as ReadonlyArray<ScoreFamily>,
  combineGroup: (logits, family) => {
    const { least, most } = scoreFamilies[family]
    const good = sum(logits.filter((logit) => logit > 0))
    const bad = sum(logits.filter((logit) => logit < 0))
    return Math.max(least, Math.min(most, good) + bad)
  },
  combineAll: (families) => Math.round(scoreMax / (1 + Math.exp(-(logitStart + sum(families)))))
}

/** Returns the score of a session from 0 (very likely a bot) to 100 (very likely a person). */
export const scoreOf = (findings: Iterable<SessionFinding>, profile: PuzzleProfile): number => {
  const signals = Array.from(findings, ({ code, strength }) => {
    const { logit }: ScoreEntry = scoreCatalog[code]
    return { code, weight: logit * Math.max(0, Math.min(1, strength) || 0) }
  })
  const score = combineSignals(scoring, signals)
  return profile === "sha256" ? Math.min(sha256ScoreMax, score) : score
}
