import { lettersMin, randomnessMin, randomnessOf } from "./RandomLetters.ts"

/** A longer message is no gibberish, or its language cannot be told for other reasons. */
const gibberishWordsMax = 12
const gibberishCharsMax = 400

/** Share of the letters that has to be senseless. */
const senselessShareMin = 0.6

/**
 * Whether a message is nothing but letters at random, one letter again and again, or keys beside one another. Only in ASCII
 * letters: what is senseless in other scripts is not for this to say. Codes, sums and numbers are not looked at.
 */
export const isGibberish = (message: string): boolean => {
  if (message.length > gibberishCharsMax) return false
  const words = message.split(/[\s.,;:!?]+/).filter((word) => word !== "")
  if (words.length > gibberishWordsMax) return false
  let [letters, senseless] = [0, 0]
  for (const word of words) {
    const count = word.match(/\p{L}/gu)?.length ?? 0
    letters += count
    if (isSenseless(word)) senseless += count
  }
  return senseless >= lettersMin && senseless >= letters * senselessShareMin
}

const isSenseless = (word: string): boolean => {
  if (!/^[a-z]+$/i.test(word)) return false
  const lower = word.toLowerCase()
  if (isRepeated(lower) || isKeyRow(lower)) return true
  // In capitals alone: an abbreviation, or a code.
  return word !== word.toUpperCase() && randomnessOf(word) >= randomnessMin
}

/** `aaaaaaa`. */
const isRepeated = (word: string): boolean => word.length >= lettersMin && new Set(word).size === 1

/** `asdfgh`, `qwertz`: neighbours in a row of the keyboards of most of the world, either way. */
const isKeyRow = (word: string): boolean => {
  if (word.length < lettersMin) return false
  let beside = 0
  for (let at = 1; at < word.length; at++) if (neighbours.has(word.slice(at - 1, at + 1))) beside++
  return beside >= (word.length - 1) * 0.8
}

const neighbours: ReadonlySet<string> = new Set(
  ["qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm", "wxcvbn"].flatMap((row) =>
    Array.from(row, (key, at) => at === 0 ? [] : [row[at - 1]! + key, key + row[at - 1]!]).flat()
  )
)
