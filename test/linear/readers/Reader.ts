import type { Work } from "./Growth.ts"

/** A reader of what strangers send. */
export interface Reader {
  readonly name: string
  /** Prepares the reading of a text; only the returned work is measured. */
  readonly work: (text: string) => Work
  /** Characters of the longest text in `npm test`; 16 384 by default. */
  readonly chars?: number
  /** Characters of the longest text that is read at all: a longer one says nothing. */
  readonly charsMax?: number
  /** More pumps, which nearly are what this reader looks for. */
  readonly near?: ReadonlyArray<string>
}

const charsDefault = 16_384

/** @param factor how much longer texts are than in `npm test` */
export const charsOf = ({ chars = charsDefault, charsMax = Infinity }: Reader, factor = 1): number =>
  Math.min(factor * chars, charsMax)

/** A reader that takes the text as it is. */
export const ofText = (
  name: string,
  read: (text: string) => unknown,
  options: Omit<Reader, "name" | "work"> = {}
): Reader => ({
  name,
  work: (text) => () => read(text),
  ...options
})
