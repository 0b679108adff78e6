import { countText } from "../../parts/Formats.ts"
import type { UnreadLine } from "./ReadRules.ts"

/** What became of the lines that were sent. */
export interface ImportCounts {
  readonly new: number
  /** There already, and with another note now. */
  readonly changed: number
  /** There already, just so. */
  readonly kept: number
  readonly failed: number
}

export const nothingImported: ImportCounts = { new: 0, changed: 0, kept: 0, failed: 0 }

const of = (count: number, one: string, many: string): ReadonlyArray<string> =>
  count === 0 ? [] : [`${countText(count)} ${count === 1 ? one : many}`]

/** In a sentence: `2 rules are new, 4 were there already.` */
export const importWords = (counts: ImportCounts): string =>
  `${
    [
      ...of(counts.new, "rule is new", "rules are new"),
      ...of(counts.changed, "has a new note", "have new notes"),
      ...of(counts.kept, "was there already", "were there already"),
      ...of(counts.failed, "was not taken", "were not taken")
    ].join(", ") || "Nothing was sent"
  }.`

/** Why a line was not taken, in a sentence that names what stands in it once. */
export const unreadSaid = ({ line, text, why }: UnreadLine): string =>
  why.startsWith(text) ? `Line ${line}: ${why}` : `Line ${line}, “${text}”: ${why}`
