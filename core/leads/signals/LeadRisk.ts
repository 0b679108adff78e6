import { clampScore, scoreMax } from "../../scoring/Band.ts"
import { fold, largest, type Scoring } from "../../scoring/Fold.ts"
import { leadCatalogue, type LeadCode, type LeadEntry, type LeadGroup, leadGroups } from "./LeadCatalogue.ts"

/** What a signal contributes. */
export interface LeadWeight {
  readonly code: LeadCode
  /** 0 to 100; anything outside counts as the nearest of these. */
  readonly points: number
}

/** From here on one group alone may make a lead spam. */
export const decisivePointsMin = 80
/** Two groups with as much agree on spam. */
export const strongPointsMin = 40
/** The highest score that needs neither: a person has a look. */
export const undecidedRiskMax = 79

/**
 * Of each group the weightiest signal counts; groups combine as independent causes do (noisy or: 1 − Π(1 − points/100)); and 80 is
 * passed only where one group is decisive or two are strong. One more signal, or more points, never lowers the risk.
 */
const scoring: Scoring<LeadCode, LeadGroup> = {
  groupOf: (code) => leadCatalogue[code].group,
  groups: leadGroups,
  ofGroup: largest,
  ofAll: (groups) => {
    const innocence = groups.reduce((rest, points) => rest * (1 - points / scoreMax), 1)
    const risk = Math.round(scoreMax * (1 - innocence))
    const isDecided = groups.some((points) => points >= decisivePointsMin) ||
      groups.filter((points) => points >= strongPointsMin).length >= 2
    return isDecided ? risk : Math.min(risk, undecidedRiskMax)
  }
}

/** The risk score of a lead, 0 to 100. */
export const riskOf = (weights: ReadonlyArray<LeadWeight>): number =>
  fold(
    scoring,
    weights.map(({ code, points }) => {
      const { riskAtLeast }: LeadEntry = leadCatalogue[code]
      return { code, weight: clampScore(points), atLeast: riskAtLeast }
    })
  )
