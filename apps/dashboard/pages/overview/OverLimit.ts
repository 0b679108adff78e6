import { countText } from "../../parts/Formats.ts"

/** Over the limits of their keys, of all operations together. */
export const limitedOf = (operations: ReadonlyArray<{ readonly limited: number }>): number =>
  operations.reduce((sum, { limited }) => sum + limited, 0)

/** What was refused or failed, and what was turned away before it was looked at: the second is not among the requests. */
export const refusedSaid = (refused: number, limited: number): string => {
  const over = limited === 0 ? "" : ` ${limitedSaid(limited)}`
  return refused === 0
    ? limited === 0 ? "None in the time shown." : `None of them.${over}`
    : `${countText(refused)} of them, at no cost.${over}`
}

/** `9 more were over the limit of their key.` */
export const limitedSaid = (limited: number): string =>
  `${countText(limited)} more ${limited === 1 ? "was" : "were"} over the limit of ${
    limited === 1 ? "its" : "their"
  } key.`
