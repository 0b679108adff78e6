import {
  type BrandIndex,
  type BrandToken,
  editCharsMin,
  exemptNames,
  outerLetters,
  twoEditsCharsMin
} from "./data/BrandIndex.ts"
import type { Label } from "./HostParts.ts"
import { findSingleEdit, isWithinTwoEdits, type SingleEdit } from "./letters/Edits.ts"

export interface BrandMatch {
  readonly token: BrandToken
  readonly kind: "exact" | "alike" | "one edit" | "two edits"
  /** Certainty from 0 to 1 that the word means the brand, if the word is a whole name. */
  readonly score: number
}

/** Minimum length of a brand name that an ASCII word can match with lookalike characters, such as `1` for `l`. */
export const lookalikeCharsMin = 5

const lookalikeScore = 0.93
const twoEditsScore = 0.62
/** Score of an edit that explains the word no better than chance. */
const weakScore = 0.45

/**
 * Returns the brand name that a word equals or can be mistaken for. Null if there is no such name.
 *
 * @param editsMax maximum number of typos
 */
export const matchWord = (word: Label, index: BrandIndex, editsMax: 0 | 1 | 2 = 2): BrandMatch | null => {
  const exact = index.tokens.get(word.text)
  if (exact !== undefined) return { token: exact, kind: "exact", score: 1 }
  const alike = index.folded.get(word.folded)
  if (alike !== undefined && (word.isInternational || alike.text.length >= lookalikeCharsMin)) {
    return { token: alike, kind: "alike", score: lookalikeScore }
  }
  return editsMax !== 0 && word.isMostlyLatin && !exemptNames().has(word.text)
    ? matchEdited(word, index, editsMax)
    : null
}

const matchEdited = (word: Label, index: BrandIndex, editsMax: 1 | 2): BrandMatch | null => {
  if (word.text.length < editCharsMin - 1 || word.text.length > index.tokenCharsMax + editsMax) return null
  const plain = matchOneEdit(word, word.characters, index)
  const folded = word.folded === word.characters ? null : matchOneEdit(word, word.folded, index)
  const best = plain === null || (folded !== null && folded.score > plain.score) ? folded : plain
  return best ?? (editsMax === 2 ? matchTwoEdits(word.characters, index) : null)
}

const matchOneEdit = (word: Label, characters: string, index: BrandIndex): BrandMatch | null => {
  let best: BrandMatch | null = null
  const consider = (form: string): void => {
    for (const token of index.deletes.get(form) ?? []) {
      const edit = findSingleEdit(characters, token.characters)
      if (edit === null) continue
      // True if the word has a lookalike letter in addition to the typo.
      const hasLookalikeToo = findSingleEdit(word.text, token.text) === null
      const score = editScore(token, edit, characters) - (hasLookalikeToo ? 0.15 : 0)
      if (best === null || score > best.score) best = { token, kind: "one edit", score }
    }
  }
  consider(characters)
  for (const form of index.deleteFilter.deletesOf(characters)) consider(form)
  return best
}

const editScore = (token: BrandToken, { edit, isFirst }: SingleEdit, characters: string): number => {
  const { isWord, text } = token
  const chars = token.distinctive.length
  if (token.distinctive.length < editCharsMin) return commonEditScore(token, characters)
  const isFirstLetterDifferent = isFirst && (edit === "changed" || edit === "added")
  // If the rest of the name is a word, as in `icloud`, the first letter means little: any letter may precede a word.
  if (isFirstLetterDifferent && exemptNames().has(text.slice(1))) return weakScore
  const hasSameEnds = characters[0] === token.characters[0] && characters.at(-1) === token.characters.at(-1)
  if (isWord) return hasSameEnds && chars >= 7 ? 0.62 : weakScore
  if (chars >= 7) return isFirstLetterDifferent ? 0.74 : 0.82
  if (chars === 6) return isFirstLetterDifferent ? 0.62 : 0.7
  return hasSameEnds ? 0.6 : weakScore
}

/** Maximum length of a name that must keep its first and its last letter when it contains a typo. */
const typoCharsMin = 6

/**
 * Scores a typo in a name with a common prefix or suffix, such as `softbank`. A typo in the common part leaves the
 * distinctive part intact. A typo in a short distinctive part, especially in its first letter, may produce another real
 * name.
 */
const commonEditScore = ({ characters: meant, distinctive }: BrandToken, characters: string): number => {
  const isDistinctivePartIntact = meant.startsWith(distinctive)
    ? characters.startsWith(distinctive)
    : characters.endsWith(distinctive)
  const hasSameEnds = characters[0] === meant[0] && characters.at(-1) === meant.at(-1)
  if (isDistinctivePartIntact) return hasSameEnds || meant.length > typoCharsMin ? 0.66 : weakScore
  return distinctive.length >= editCharsMin - 1 && characters[0] === meant[0] ? 0.62 : weakScore
}

/**
 * Matches a word with two typos: two adjacent letters inserted into a name, or any two typos in a long name. The first
 * and the last letter must be unchanged.
 */
const matchTwoEdits = (characters: string, index: BrandIndex): BrandMatch | null => {
  for (const token of index.twoTypoTokens.get(outerLetters(characters)) ?? []) {
    const meant = token.characters
    const isMatch = isWidened(characters, meant) ||
      (token.distinctive.length >= twoEditsCharsMin && isWithinTwoEdits(characters, meant))
    if (isMatch) return { token, kind: "two edits", score: twoEditsScore }
  }
  return null
}

/** Reports whether the word is the name with two adjacent letters inserted. */
const isWidened = (word: string, meant: string): boolean => {
  if (word.length !== meant.length + 2) return false
  let at = 0
  while (word[at] === meant[at]) at++
  return word.slice(at + 2) === meant.slice(at)
}
