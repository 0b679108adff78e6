import type { Answer } from "../../api/Client.ts"

export type RecentDay = Answer<"sites", "recent">[number]["days"][number]

export interface RecentForms {
  readonly forms: number
  /** Of all forms those with proof, as a site's own page counts them, 0 to 1; null where there were no forms. */
  readonly provenShare: number | null
}

const formsOf = ({ degraded, human, rejected }: RecentDay): number => degraded + human + rejected

/** What became of the forms of some days together. */
export const recentForms = (days: ReadonlyArray<RecentDay>): RecentForms => {
  const forms = days.reduce((sum, day) => sum + formsOf(day), 0)
  const proven = days.reduce((sum, day) => sum + day.human, 0)
  return { forms, provenShare: forms === 0 ? null : proven / forms }
}

/** A bar of each day: parts of the busiest one, from the ground up. */
export const recentBars = (days: ReadonlyArray<RecentDay>) => {
  const most = Math.max(1, ...days.map(formsOf))
  return days.map(({ at, degraded, human, rejected }) => ({
    at,
    passed: human / most,
    degraded: degraded / most,
    rejected: rejected / most
  }))
}
