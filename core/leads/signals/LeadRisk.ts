import { clampScore, scoreMax } from "../../scoring/Band.ts"
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
 * The fold from signals to a risk score. Of each group the weightiest signal counts; groups combine as independent causes do
 * (noisy or: 1 − Π(1 − points/100)); and 80 is passed only where one group is decisive or two are strong. Total, whole, 0 to 100,
 * independent of order; one more signal, or more points, never lowers it.
 */
export const riskOf = (weights: Iterable<LeadWeight>): number => {
  const groups = new Map<LeadGroup, number>()
  let floor = 0
  for (const { code, points } of weights) {
    const entry: LeadEntry = leadCatalogue[code]
    groups.set(entry.group, Math.max(groups.get(entry.group) ?? 0, clampScore(points)))
    floor = Math.max(floor, entry.riskAtLeast ?? 0)
  }
  let innocence = 1
  let [strong, isDecisive] = [0, false]
  // Always in one order: sums of fractions depend on it.
  for (const group of leadGroups) {
    const points = groups.get(group) ?? 0
    innocence *= 1 - points / scoreMax
    if (points >= strongPointsMin) strong++
    isDecisive ||= points >= decisivePointsMin
  }
  const risk = Math.round(scoreMax * (1 - innocence))
  return clampScore(Math.max(floor, isDecisive || strong >= 2 ? risk : Math.min(risk, undecidedRiskMax)))
}
