import { clampScore, scoreMax } from "../../scoring/Band.ts"
import { combineSignals, largest, type Scoring } from "../../scoring/CombineSignals.ts"
import { leadCatalog, type LeadCode, type LeadEntry, type LeadGroup, leadGroups } from "./LeadCatalog.ts"

export interface LeadWeight {
  readonly code: LeadCode
  /** 0 to 100. Values outside this range are clamped. */
  readonly points: number
}

/** From this value on, a single group can make a lead spam. */
export const decisivePointsMin = 80
/** Two groups with at least this value make a lead spam. */
export const strongPointsMin = 40
/** Highest score otherwise, which requires a review by a person. */
export const undecidedRiskMax = 79

/**
 * The highest weight per group counts. Groups combine as independent causes (noisy or: 1 − Π(1 − points/100)). The score reaches 80
 * only if one group is decisive or two are strong. Another signal, or more points, never lowers the risk.
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
