/** Cost of each kind of typing error. Likely errors cost less. */
const cost = { adjacent: 0.7, other: 1.3, missing: 0.75, doubled: 0.5, extra: 1, swapped: 0.6 } as const

/** Rows of a QWERTY keyboard, which determine the touching keys. QWERTZ and AZERTY differ in only a few keys. */
const rows = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"]

const asciiCodes = 128

/** Contains 1 for each pair of touching keys, indexed by their ASCII codes. */
const touching: Uint8Array = (() => {
  const pairs = new Uint8Array(asciiCodes * asciiCodes)
  const touch = (key: string, other: string | undefined) => {
    if (other === undefined) return
    pairs[key.charCodeAt(0) * asciiCodes + other.charCodeAt(0)] = 1
    pairs[other.charCodeAt(0) * asciiCodes + key.charCodeAt(0)] = 1
  }
  rows.forEach((row, at) => {
    for (const [column, key] of [...row].entries()) {
      touch(key, row[column + 1])
      // Each row is shifted right by half a key, so a key touches two keys of the next row.
      touch(key, rows[at + 1]?.[column])
      touch(key, rows[at + 1]?.[column - 1])
    }
  })
  return pairs
})()

const isTouching = (one: number, other: number): boolean =>
  other < asciiCodes && touching[one * asciiCodes + other] === 1

/**
 * Returns the distance between typed and intended text. It is the optimal string alignment distance (Damerau's four
 * edits), with each edit weighted by its likelihood on a keyboard. The running time is proportional to the product of
 * the lengths.
 */
export const keyboardDistance = (typed: string, meant: string): number => {
  let before: Array<number> = []
  let last: Array<number> = []
  for (let column = 0; column <= meant.length; column++) last.push(column * cost.missing)
  for (let row = 1; row <= typed.length; row++) {
    const key = typed.charCodeAt(row - 1)
    const extra = key === typed.charCodeAt(row - 2) || key === typed.charCodeAt(row) ? cost.doubled : cost.extra
    let diagonal = last[0]!
    let left = diagonal + extra
    const current = [left]
    for (let column = 1; column <= meant.length; column++) {
      const wanted = meant.charCodeAt(column - 1)
      const hit = key === wanted ? 0 : isTouching(key, wanted) ? cost.adjacent : cost.other
      const above = last[column]!
      let best = Math.min(diagonal + hit, above + extra, left + cost.missing)
      // Before the first letter, `charCodeAt` returns NaN, which equals nothing.
      const isSwapped = key === meant.charCodeAt(column - 2) && typed.charCodeAt(row - 2) === wanted
      if (isSwapped) best = Math.min(best, before[column - 2]! + cost.swapped)
      current.push(best)
      diagonal = above
      left = best
    }
    before = last
    last = current
  }
  return last[meant.length]!
}
