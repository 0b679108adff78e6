import { lettersMin, randomnessMin, randomnessOf } from "../signals/RandomLetters.ts"

/** A longer message is no gibberish, or its language cannot be told for other reasons. */
const gibberishWordsMax = 12
export const gibberishCharsMax = 400

/** Share of the letters that has to be senseless. */
const senselessShareMin = 0.6

/** Whether a text is one letter again and again, of any script, with blanks or without. */
export const isRepeated = (text: string): boolean =>
  repeated.test(text) && text.replace(/\s+/g, "").length >= lettersMin

/** Most texts are none at their second letter. */
const repeated = /^\s*(\p{L})(?:\s*\1)*\s*$/iu

/**
 * Whether a message is nothing but letters at random, or keys beside one another. Only in ASCII letters: what is senseless in
 * other scripts is not for this to say. Codes, sums and numbers are not looked at.
 */
export const isGibberish = (message: string): boolean => {
  if (message.length > gibberishCharsMax) return false
  const words = message.replace(links, " ").split(/[\s.,;:!?]+/).filter((word) => word !== "")
  if (words.length > gibberishWordsMax) return false
  let [letters, senseless] = [0, 0]
  for (const word of words) {
    const count = word.match(/\p{L}/gu)?.length ?? 0
    letters += count
    if (isSenseless(word)) senseless += count
  }
  return senseless >= lettersMin && senseless >= letters * senselessShareMin
}

/** Addresses and markup are no words. */
const links = /https?:\S+|www\.\S+|\[[^\]]{0,100}\]|<[^>]{0,200}>/gi

const isSenseless = (word: string): boolean => {
  if (!/^[a-z]+$/i.test(word)) return false
  const lower = word.toLowerCase()
  if (isRepeated(lower) || isKeyRow(lower)) return true
  // In capitals alone: an abbreviation, or a code.
  return word !== word.toUpperCase() && randomnessOf(word) >= randomnessMin
}

/** `asdf`, `qwertz`: neighbours in a row of the keyboards of most of the world. Short ones in one direction: `were` is a word. */
const isKeyRow = (word: string): boolean => {
  if (word.length < keyRowCharsMin) return false
  let [right, left] = [0, 0]
  for (let at = 1; at < word.length; at++) {
    if (neighbours.has(word[at - 1]! + word[at]!)) right++
    else if (neighbours.has(word[at]! + word[at - 1]!)) left++
  }
  const steps = word.length - 1
  return word.length < lettersMin ? right === steps || left === steps : right + left >= steps * 0.8
}

const keyRowCharsMin = 4

/** Each key, and the one on its right. */
const neighbours: ReadonlySet<string> = new Set(
  ["qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm", "wxcvbn"].flatMap((row) =>
    Array.from(row.slice(1), (key, at) => row[at]! + key)
  )
)
