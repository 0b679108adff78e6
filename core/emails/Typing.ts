/** What one slip of the finger costs; 1 is a slip that nothing explains. */
const cost = { adjacent: 0.7, other: 1.3, missing: 0.75, doubled: 0.5, extra: 1, swapped: 0.6 } as const

/** Rows of a QWERTY keyboard; keys that touch are neighbours. QWERTZ and AZERTY differ in a few keys only. */
const rows = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"]

const neighbours: ReadonlyMap<string, string> = new Map(
  rows.flatMap((row, at) =>
    [...row].map((key, column) => {
      const near = (line: string | undefined, from: number, to: number) => line?.slice(Math.max(0, from), to) ?? ""
      return [
        key,
        near(row, column - 1, column + 2) + near(rows[at - 1], column, column + 2) + near(rows[at + 1], column - 1, column + 1)
      ] as const
    })
  )
)

/**
 * How far what was typed is from what was meant: the optimal string alignment distance (Damerau's four slips), each slip
 * weighted by how easily it happens on a keyboard.
 */
export const typingDistance = (typed: string, meant: string): number => {
  let before: Array<number> = []
  let last: Array<number> = Array.from({ length: meant.length + 1 }, (_, at) => at * cost.missing)
  for (let row = 1; row <= typed.length; row++) {
    const key = typed[row - 1]!
    const extra = key === typed[row - 2] || key === typed[row] ? cost.doubled : cost.extra
    const current = [last[0]! + extra]
    for (let column = 1; column <= meant.length; column++) {
      const wanted = meant[column - 1]!
      const hit = key === wanted ? 0 : neighbours.get(wanted)?.includes(key) === true ? cost.adjacent : cost.other
      let best = Math.min(last[column - 1]! + hit, last[column]! + extra, current[column - 1]! + cost.missing)
      if (row > 1 && column > 1 && key === meant[column - 2] && typed[row - 2] === wanted && key !== wanted) {
        best = Math.min(best, before[column - 2]! + cost.swapped)
      }
      current.push(best)
    }
    before = last
    last = current
  }
  return last[meant.length]!
}
