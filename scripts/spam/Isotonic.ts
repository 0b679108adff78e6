/** A point to fit: what was scored, whether it was spam (0 to 1) and how much it counts. */
export interface Point {
  readonly score: number
  readonly spam: number
  readonly weight: number
}

/** A stretch of scores with one probability. */
interface Pool {
  readonly from: number
  readonly to: number
  readonly scores: number
  readonly spam: number
  readonly weight: number
}

const share = ({ spam, weight }: Pool): number => spam / weight

const merged = (one: Pool, other: Pool): Pool => ({
  from: one.from,
  to: other.to,
  scores: one.scores + other.scores,
  spam: one.spam + other.spam,
  weight: one.weight + other.weight
})

/** Pools adjacent violators (Ayer et al., 1955): the rising steps that fit best. */
const pools = (points: ReadonlyArray<Point>): ReadonlyArray<Pool> => {
  const found: Array<Pool> = []
  for (const { score, spam, weight } of [...points].toSorted((a, b) => a.score - b.score)) {
    let last: Pool = { from: score, to: score, scores: score * weight, spam: spam * weight, weight }
    while (true) {
      const before = found.at(-1)
      if (before === undefined || (share(before) < share(last) && before.to < last.from)) break
      found.pop()
      last = merged(before, last)
    }
    found.push(last)
  }
  return found
}

/** The lightest pool with the neighbour that is nearest to it, until few are left. */
const fewer = (all: ReadonlyArray<Pool>, most: number, least: number): ReadonlyArray<Pool> => {
  const left = [...all]
  while (left.length > 2) {
    let at = 0
    left.forEach((pool, index) => {
      if (pool.weight < (left[at]?.weight ?? 0)) at = index
    })
    if (left.length <= most && (left[at]?.weight ?? 0) >= least) break
    const pool = left[at]!
    const before = left[at - 1]
    const after = left[at + 1]
    const down = before === undefined ? Infinity : share(pool) - share(before)
    const up = after === undefined ? Infinity : share(after) - share(pool)
    if (down <= up && before !== undefined) left.splice(at - 1, 2, merged(before, pool))
    else if (after !== undefined) left.splice(at, 2, merged(pool, after))
    else break
  }
  return left
}

/** A knot of a calibration: at this score this probability, and straight lines between. */
export interface Knot {
  readonly score: number
  readonly probability: number
}

/** Beyond the outer pools the chance of the other label falls on to this part of itself. */
const outerPart = 1 / 3

/**
 * The rising curve from scores to probabilities, in at most `most` knots. Each pool's share is drawn to that of all by
 * one part in `caution`, so that no stretch without a counter-example is called certain. The outermost pools rise within
 * themselves as well, so that what scores higher is never level with what scores lower.
 */
export const isotonic = (points: ReadonlyArray<Point>, most: number, caution: number): ReadonlyArray<Knot> => {
  const total = points.reduce((sum, { weight }) => sum + weight, 0)
  const all = points.reduce((sum, { spam, weight }) => sum + spam * weight, 0) / total
  const extra = total * caution
  const left = fewer(pools(points), most - 2, total * 0.01)
  const inner = left.map((pool) => ({
    score: pool.scores / pool.weight,
    probability: (pool.spam + extra * all) / (pool.weight + extra)
  }))
  const [first, last] = [inner[0], inner.at(-1)]
  if (first === undefined || last === undefined) return []
  const [from, to] = [left[0]?.from ?? first.score, left.at(-1)?.to ?? last.score]
  return rising([
    ...from < first.score ? [{ score: from, probability: first.probability * outerPart }] : [],
    ...inner,
    { score: to, probability: 1 - (1 - last.probability) * outerPart }
  ])
}
/** Knots in order, none below the one before it: a light pool may have been drawn down. */
const rising = (knots: ReadonlyArray<Knot>): ReadonlyArray<Knot> => {
  const found: Array<Knot> = []
  for (const { probability, score } of knots) {
    const last = found.at(-1)
    if (last === undefined || score > last.score) {
      found.push({ score, probability: Math.max(probability, last?.probability ?? 0) })
    }
  }
  return found
}
