import { leadCatalogue, type LeadEntry } from "./LeadCatalogue.ts"

export interface LeadExplanation {
  readonly category: string
  /** What it means; where several things have one name, each of them. */
  readonly meaning: string
}

const entries: ReadonlyArray<LeadEntry> = Object.values(leadCatalogue)

/** What categories mean; one that a later release has dropped means what it says. */
export const leadExplanations = (categories: ReadonlyArray<string>): ReadonlyArray<LeadExplanation> =>
  categories.map((category) => ({
    category,
    meaning: entries.filter((entry) => entry.category === category).map(({ about }) => about).join(" ") || category
  }))
