import { type BrandIndex, brandIndex, exemptNames } from "./data/BrandIndex.ts"
import { type Label, labelOf } from "./HostParts.ts"
import { type Lookalike, lookalikeOf } from "./Lookalike.ts"
import { lookalikeCharsMin } from "./MatchWord.ts"

/** Maximum characters of a displayed text that are examined. People read fewer characters before they trust a name. */
export const nameCharsMax = 500
/** Maximum number of words that form one brand name, as in `Bank of America`. */
const wordsJoinedMax = 3

const score = 0.98

/**
 * Returns the brand that a displayed text imitates with other characters: `PayPaI Support` with a capital i, `Аmazon`
 * with a Cyrillic А. The owner's spelling is not an imitation, with or without accents.
 */
export const findLookalikeInText = (text: string): Lookalike | null => {
  const index = brandIndex()
  const words = text.slice(0, nameCharsMax).split(separators).filter((word) => word !== "")
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + wordsJoinedMax); to++) {
      const found = lookalikeOfWord(words.slice(from, to).join(""), index)
      if (found !== null) return found
    }
  }
  return null
}

/**
 * Matches the characters that separate words. Other characters, such as letters of other scripts that look like Latin
 * letters, do not separate words.
 */
const separators = /[\s.,;:!?'"()[\]{}<>/\\|@#&*+=_-]+/

const lookalikeOfWord = (word: string, index: BrandIndex): Lookalike | null => {
  const plain = word.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()
  if (index.tokens.has(plain) || exemptNames().has(plain)) return null
  const label = labelOf(/[^\x00-\x7f]/.test(word) ? word : plain)
  const token = index.folded.get(label.folded)
  if (token === undefined || (!isForeign(label) && token.text.length < lookalikeCharsMin)) return null
  const evidence = `${JSON.stringify(word)} looks like ${token.text} but contains other characters.`
  return lookalikeOf({ brand: token.brand, rule: "same skeleton", score, evidence })
}

const isForeign = ({ isInternational, shown }: Label): boolean => isInternational && shown.length > 3
