import type { Work } from "./Growth.ts"

/** A reader of untrusted data. */
export interface Reader {
  readonly name: string
  /** Prepares the reading of a text. Only the returned work is measured. */
  readonly work: (text: string) => Work
  /** Characters of the longest text in `npm test`. Defaults to 16,384. */
  readonly chars?: number
  /** Characters of the longest accepted text. The reader refuses longer texts. */
  readonly charsMax?: number
  /** Additional pumps that almost match what this reader searches for. */
  readonly pumps?: ReadonlyArray<string>
}

const charsDefault = 16_384

/**
 * Returns the characters of the longest text.
 *
 * @param factor factor of the text length, relative to `npm test`
 */
export const probeChars = ({ chars = charsDefault, charsMax = Infinity }: Reader, factor = 1): number =>
  Math.min(factor * chars, charsMax)

/** Returns a reader that receives the text unchanged. */
export const textReader = (
  name: string,
  read: (text: string) => unknown,
  options: Omit<Reader, "name" | "work"> = {}
): Reader => ({
  name,
  work: (text) => () => read(text),
  ...options
})
