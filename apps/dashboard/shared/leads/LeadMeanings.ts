import { leadCatalogue, type LeadEntry, leadPointsOf } from "../../../../core/leads/signals/LeadCatalogue.ts"

const entriesOf = (category: string): ReadonlyArray<LeadEntry> =>
  Object.values<LeadEntry>(leadCatalogue).filter((entry) => entry.category === category)

/** Everything that can be behind a category, in plain words; empty for one that is not known here. */
export const categoryMeanings = (category: string): ReadonlyArray<string> =>
  entriesOf(category).map(({ about }) => about)

/** The weightiest signal that a category can stand for, in points. */
export const categoryPointsMax = (category: string): number => Math.max(0, ...entriesOf(category).flatMap(leadPointsOf))

/** Whether a category always counts the same. */
export const isOfOneWeight = (category: string): boolean =>
  new Set(entriesOf(category).flatMap(leadPointsOf)).size === 1

/** What a category counts, in words: `40 points`, `up to 88 points`; empty for one that counts nothing. */
export const pointsText = (category: string): string => {
  const points = categoryPointsMax(category)
  if (points === 0) return ""
  const words = `${points} ${points === 1 ? "point" : "points"}`
  return isOfOneWeight(category) ? words : `up to ${words}`
}
