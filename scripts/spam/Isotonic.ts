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

/**
 * Pools adjacent violators (Ayer et al., 1955): the rising steps that fit best.
 *
 * Sums lie in arrays of floats: with objects for pools, a second training in a process of tests sometimes had another sum of
 * the same scores (Node 24.21 on one core), where each process by itself always has the same.
 */
const pools = (points: ReadonlyArray<Point>): ReadonlyArray<Pool> => {
  const from = new Float64Array(points.length)
  const to = new Float64Array(points.length)
  const scores = new Float64Array(points.length)
  const spams = new Float64Array(points.length)
  const weights = new Float64Array(points.length)
  let last = -1
  for (const { score, spam, weight } of [...points].toSorted((a, b) => a.score - b.score)) {
    last++
    from[last] = to[last] = score
    scores[last] = score * weight
    spams[last] = spam * weight
    weights[last] = weight
    while (
      last > 0 &&
      !(spams[last - 1]! / weights[last - 1]! < spams[last]! / weights[last]! && to[last - 1]! < from[last]!)
    ) {
      last--
      to[last] = to[last + 1]!
      scores[last] = scores[last]! + scores[last + 1]!
      spams[last] = spams[last]! + spams[last + 1]!
      weights[last] = weights[last]! + weights[last + 1]!
    }
  }
  return Array.from({ length: last + 1 }, (_, at) => ({
    from: from[at]!,
    to: to[at]!,
    scores: scores[at]!,
    spam: spams[at]!,
    weight: weights[at]!
  }))
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
