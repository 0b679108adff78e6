import { clampScore, scoreMax } from "../../scoring/Band.ts"
import { combineSignals, largest, type Scoring } from "../../scoring/CombineSignals.ts"
import { leadCatalog, type LeadCode, type LeadEntry, type LeadGroup, leadGroups } from "./LeadCatalog.ts"

export interface LeadWeight {
  readonly code: LeadCode
  /** Points from 0 to 100. Values outside this range are clamped. */
  readonly points: number
}

/** Minimum points with which a single group makes a lead spam. */
export const decisivePointsMin = 80
/** Minimum points with which two groups together make a lead spam. */
export const strongPointsMin = 40
/** Maximum risk without a decisive group or two strong groups. A lead with this risk needs a review by a person. */
export const undecidedRiskMax = 79

/**
 * Scoring of a lead. Only the highest weight of each group counts. The groups are combined as independent causes
 * (noisy or: 1 − Π(1 − points/100)). The score reaches 80 only if one group is decisive or two groups are strong. An
 * additional signal or more points never lower the score.
 */
const scoring: Scoring<LeadCode, LeadGroup> = {
  groupOf: (code) => leadCatalog[code].group,
  groups: leadGroups,
  combineGroup: largest,
  combineAll: (groups) => {
    const innocence = groups.reduce((rest, points) => rest * (1 - points / scoreMax), 1)
    const risk = Math.round(scoreMax * (1 - innocence))
    const isDecided = groups.some((points) => points >= decisivePointsMin) ||
      groups.filter((points) => points >= strongPointsMin).length >= 2
    return isDecided ? risk : Math.min(risk, undecidedRiskMax)
  }
}

export const riskOf = (weights: ReadonlyArray<LeadWeight>): number =>
  combineSignals(
    scoring,
    weights.map(({ code, points }) => {
      const { riskAtLeast }: LeadEntry = leadCatalog[code]
      return { code, weight: clampScore(points), atLeast: riskAtLeast }
    })
  )
