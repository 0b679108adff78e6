/** Longer words, and such with other signs, are not the program's own. */
const countedWord = /^[A-Za-z][A-Za-z0-9 _-]{0,39}$/
const wordOfRest = "other"

/**
 * The words of a verdict, without what is of one request alone: `spam 87, public_email` gives `spam` and `public_email`,
 * `ok (85)` gives `ok`, `bad: urlhaus` gives `bad`, `12 checked, 0 invalid` gives `checked`. Each once.
 */
export const verdictWords = (verdict: string): ReadonlyArray<string> => {
  const known = verdicts.get(verdict)
  if (known !== undefined) return known
  const words = [...new Set(verdict.split(", ").flatMap(wordOf))]
  if (verdicts.size >= verdictsKnownMax) verdicts.clear()
  verdicts.set(verdict, words)
  return words
}

/** Most requests have one of a few dozen verdicts; those are not read anew each time. */
const verdictsKnownMax = 1_000
const verdicts = new Map<string, ReadonlyArray<string>>()

const wordOf = (part: string): ReadonlyArray<string> => {
  const [, count, counted] = /^(\d+) (.+)$/.exec(part) ?? []
  if (counted !== undefined) return Number(count) === 0 ? [] : wordOf(counted)
  const colon = part.indexOf(":")
  const word = (colon < 0 ? part : part.slice(0, colon)).replace(/ \(?\d+\)?$/, "")
  return [countedWord.test(word) ? word : wordOfRest]
}
