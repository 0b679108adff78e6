import { type BrandIndex, brandIndex, realNames } from "./data/BrandIndex.ts"
import { type Label, readText } from "./HostParts.ts"
import { type Lookalike, lookalikeOf } from "./Lookalike.ts"
import { lookalikeCharsMin } from "./MatchWord.ts"

/** Longer than what a person reads before trusting a name. */
export const nameCharsMax = 500
/** Maximum words that form one brand name: `Bank of America`. */
const wordsJoinedMax = 3

const score = 0.98

/**
 * Returns the brand that a displayed text spells with other characters: `PayPaI Support` with a capital i, `Аmazon`
 * with a Cyrillic А. The owner's spelling is not an imitation, with or without accents.
 */
export const lookalikeOfName = (text: string): Lookalike | null => {
  const index = brandIndex()
  const words = text.slice(0, nameCharsMax).split(separators).filter((word) => word !== "")
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + wordsJoinedMax); to++) {
      const found = imitated(words.slice(from, to).join(""), index)
      if (found !== null) return found
    }
  }
  return null
}

/** Characters that no name contains. Anything that looks like a letter counts as one, whatever its script. */
const separators = /[\s.,;:!?'"()[\]{}<>/\\|@#&*+=_-]+/

const imitated = (word: string, index: BrandIndex): Lookalike | null => {
  const plain = word.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()
  if (index.tokens.has(plain) || realNames().has(plain)) return null
  const read = readText(/[^\x00-\x7f]/.test(word) ? word : plain)
  const token = index.folded.get(read.folded)
  if (token === undefined || (!isForeign(read) && token.text.length < lookalikeCharsMin)) return null
  const evidence = `${JSON.stringify(word)} looks like ${token.text} but contains other characters.`
  return lookalikeOf({ brand: token.brand, rule: "same skeleton", score, evidence })
}

const isForeign = ({ isInternational, shown }: Label): boolean => isInternational && shown.length > 3
