import { type BrandIndex, editCharsMin, type Token } from "./BrandIndex.ts"
import { deletesOf, isWithinTwoEdits, type OneEdit, oneEdit } from "./Edits.ts"
import type { Label } from "./HostParts.ts"

export interface Match {
  readonly token: Token
  readonly how: "exact" | "alike" | "one edit" | "two edits"
  /** How sure it is that the brand was meant, were the word a name by itself. */
  readonly score: number
}

/** Letters that a token must have before characters that look alike are taken for its own. */
export const alikeCharsMin = 5

const alikeScore = 0.93
const twoEditsScore = 0.62

/** The brand that a word is, or is taken for. */
export const matchWord = (word: Label, index: BrandIndex): Match | null => {
  const exact = index.tokens.get(word.text)
  if (exact !== undefined) return { token: exact, how: "exact", score: 1 }
  const alike = index.folded.get(word.folded)
  if (alike !== undefined && (word.isInternational || alike.text.length >= alikeCharsMin)) {
    return { token: alike, how: "alike", score: alikeScore }
  }
  return word.isMostlyLatin ? matchEdited(word, index) : null
}

const matchEdited = (word: Label, index: BrandIndex): Match | null => {
  if (word.text.length < editCharsMin - 1) return null
  let best = matchOneEdit(word.characters, index)
  if (word.folded !== word.characters) {
    const folded = matchOneEdit(word.folded, index)
    if (folded !== null && (best === null || folded.score > best.score)) best = folded
  }
  return best ?? matchTwoEdits(word.characters, index)
}

const matchOneEdit = (characters: string, index: BrandIndex): Match | null => {
  let best: Match | null = null
  const consider = (form: string): void => {
    for (const token of index.deletes.get(form) ?? []) {
      const edit = oneEdit(characters, token.characters)
      const score = edit === null ? 0 : editScore(token, edit)
      if (edit !== null && (best === null || score > best.score)) best = { token, how: "one edit", score }
    }
  }
  consider(characters)
  for (const form of deletesOf(characters)) consider(form)
  return best
}

const editScore = ({ brand, tellingChars, text }: Token, { edit, isFirst }: OneEdit): number => {
  const chars = Math.min(tellingChars, text.length)
  const base = chars >= 7 ? 0.82 : chars === 6 ? 0.7 : 0.6
  const first = !isFirst ? 0 : edit === "changed" || edit === "added" ? (chars >= 6 ? 0.08 : 0.25) : 0
  return base - first - (brand.isWord ? 0.25 : 0)
}

const matchTwoEdits = (characters: string, index: BrandIndex): Match | null => {
  for (const token of index.long) {
    const meant = token.characters
    if (characters[0] === meant[0] && isWithinTwoEdits(characters, meant)) {
      return { token, how: "two edits", score: twoEditsScore }
    }
  }
  return null
}
