/** Data point: a score, a label from 0 (ordinary) to 1 (spam), and a weight. */
export interface Point {
  readonly score: number
  readonly spam: number
  readonly weight: number
}

/** Range of scores with the same probability. */
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

/** Returns the best nondecreasing step function (pool adjacent violators algorithm: Ayer et al., 1955). */
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

/**
 * Merges the lightest pool with its closest neighbor. Repeats this until at most `most` pools remain, and each weighs
 * at least `least`. Keeps at least two pools.
 */
const mergePools = (all: ReadonlyArray<Pool>, most: number, least: number): ReadonlyArray<Pool> => {
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

/** Knot of a piecewise linear calibration from scores to probabilities. */
export interface Knot {
  readonly score: number
  readonly probability: number
}

/** Factor for the probability of the less likely label at both ends of the curve. */
const outerPart = 1 / 3

/**
 * Fits an increasing curve from scores to probabilities with at most `most` knots. Shrinks each pool toward the overall
 * mean by `caution`, so that no range without a counterexample becomes certain. Additional knots at both ends make the
 * probabilities rise within the outermost pools.
 */
export const fitIsotonic = (points: ReadonlyArray<Point>, most: number, caution: number): ReadonlyArray<Knot> => {
  const total = points.reduce((sum, { weight }) => sum + weight, 0)
  const all = points.reduce((sum, { spam, weight }) => sum + spam * weight, 0) / total
  const extra = total * caution
  const left = mergePools(pools(points), most - 2, total * 0.01)
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
/** Makes the probabilities nondecreasing. Shrinking may have lowered the probabilities of light pools. */
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
