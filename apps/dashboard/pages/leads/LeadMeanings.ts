import { leadCatalogue, type LeadEntry } from "../../../../core/leads/LeadCatalogue.ts"

/** What a category is called in a sentence of its own: `link_building` is "Link building". */
export const categoryTitle = (category: string): string => {
  const words = category.replaceAll("_", " ").replace(/\burl\b/g, "link").replace(/\bseo\b/g, "SEO")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const entries: ReadonlyArray<LeadEntry> = Object.values(leadCatalogue)

/** Everything that can be behind a category, from the catalogue; empty for one that is not known here. */
export const categoryMeanings = (category: string): ReadonlyArray<string> =>
  entries.filter((entry) => entry.category === category).map(({ about }) => about)

/** The weightiest signal that a category can stand for, in points. */
export const categoryPointsMax = (category: string): number =>
  Math.max(0, ...entries.filter((entry) => entry.category === category).flatMap(({ points }) => points))
