/** Matches words that are counted by name. Other words do not come from the program, and count as `other`. */
const countedLabel = /^[A-Za-z][A-Za-z0-9 _-]{0,39}$/
const otherLabel = "other"

/**
 * Returns the labels of a verdict, without request-specific parts and duplicates. `spam 87, public_email` becomes
 * `spam` and `public_email`, `ok (85)` becomes `ok`, `bad: urlhaus` becomes `bad`, and `12 checked, 0 invalid` becomes
 * `checked`.
 */
export const verdictLabelsOf = (verdict: string): ReadonlyArray<string> => {
  const known = verdicts.get(verdict)
  if (known !== undefined) return known
  const words = [...new Set(verdict.split(", ").flatMap(labelOf))]
  if (verdicts.size >= verdictsCachedMax) verdicts.clear()
  verdicts.set(verdict, words)
  return words
}

/** Maximum verdicts in the cache. Most requests have one of a few dozen verdicts. */
const verdictsCachedMax = 1_000
const verdicts = new Map<string, ReadonlyArray<string>>()

const labelOf = (part: string): ReadonlyArray<string> => {
  const [, count, counted] = /^(\d+) (.+)$/.exec(part) ?? []
  if (counted !== undefined) return Number(count) === 0 ? [] : labelOf(counted)
  const colon = part.indexOf(":")
  const word = (colon < 0 ? part : part.slice(0, colon)).replace(/ \(?\d+\)?$/, "")
  return [countedLabel.test(word) ? word : otherLabel]
}
