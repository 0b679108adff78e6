/** Single edit that turned one word into another (optimal string alignment distance of 1). */
export type Edit = "added" | "left out" | "doubled" | "changed" | "swapped"

export interface SingleEdit {
  readonly edit: Edit
  /** True if the edit affects the first letter. */
  readonly isFirst: boolean
}

/** Returns the single edit between two words. Null if the words are equal or differ by more than one edit. */
export const findSingleEdit = (word: string, meant: string): SingleEdit | null => {
  const longer = word.length - meant.length
  if (longer > 1 || longer < -1 || word === meant) return null
  let at = 0
  while (word[at] === meant[at]) at++
  const isFirst = at === 0
  if (longer === 1) {
    if (word.slice(at + 1) !== meant.slice(at)) return null
    // A doubled letter is detected one position later: `ssteam` first differs from `steam` in the second letter.
    return word[at] === word[at - 1] ? { edit: "doubled", isFirst: at === 1 } : { edit: "added", isFirst }
  }
  if (longer === -1) return word.slice(at) === meant.slice(at + 1) ? { edit: "left out", isFirst } : null
  if (word.slice(at + 1) === meant.slice(at + 1)) return { edit: "changed", isFirst }
  const isSwapped = word[at] === meant[at + 1] && word[at + 1] === meant[at] &&
    word.slice(at + 2) === meant.slice(at + 2)
  return isSwapped ? { edit: "swapped", isFirst } : null
}

/** Reports whether two words are at most two edits apart (insertions, deletions, substitutions, swaps of neighbors). */
export const isWithinTwoEdits = (word: string, meant: string): boolean => {
  if (Math.abs(word.length - meant.length) > 2) return false
  let at = 0
  while (at < word.length && word[at] === meant[at]) at++
  const [rest, wanted] = [word.slice(at), meant.slice(at)]
  const tries: ReadonlyArray<readonly [string, string]> = [
    [rest.slice(1), wanted.slice(1)],
    [rest.slice(1), wanted],
    [rest, wanted.slice(1)],
    ...(rest[0] === wanted[1] && rest[1] === wanted[0] ? [[rest.slice(2), wanted.slice(2)] as const] : [])
  ]
  return tries.some(([left, right]) => left === right || findSingleEdit(left, right) !== null)
}

/** Returns the forms of the word with one letter deleted. */
export const deletesOf = (word: string): ReadonlyArray<string> => {
  const deletes: Array<string> = []
  for (let at = 0; at < word.length; at++) {
    // In a run of equal letters, deleting any of them has the same result.
    if (at === 0 || word[at] !== word[at - 1]) deletes.push(word.slice(0, at) + word.slice(at + 1))
  }
  return deletes
}
