/** Result of a classifier for a labeled message. */
export interface Scored {
  /** Higher scores mean more likely spam. Calibration requires a probability. */
  readonly score: number
  readonly spam: boolean
}

/**
 * Returns the area under the ROC curve: the probability that spam scores above an ordinary message. Returns null
 * without spam or without ordinary messages.
 */
export const areaUnderCurve = (scored: ReadonlyArray<Scored>): number | null => {
  const spam = scored.filter((one) => one.spam).length
  const ordinary = scored.length - spam
  if (spam === 0 || ordinary === 0) return null
  const sorted = [...scored].toSorted((a, b) => a.score - b.score)
  let won = 0
  let below = 0
  for (let from = 0; from < sorted.length;) {
    let to = from
    let tiedSpam = 0
    while (to < sorted.length && sorted[to]?.score === sorted[from]?.score) {
      if (sorted[to]?.spam === true) tiedSpam++
      to++
    }
    const tiedOrdinary = to - from - tiedSpam
    won += tiedSpam * (below + tiedOrdinary / 2)
    below += tiedOrdinary
    from = to
  }
  return won / (spam * ordinary)
}

/** Returns the probability of at most `hits` in `tries` Bernoulli trials with probability `share`. */
const atMost = (hits: number, tries: number, share: number): number => {
  let log = tries * Math.log1p(-share)
  let sum = Math.exp(log)
  for (let at = 1; at <= hits; at++) {
    log += Math.log((tries - at + 1) / at) + Math.log(share) - Math.log1p(-share)
    sum += Math.exp(log)
  }
  return sum
}

/** Returns the one-sided 95% upper confidence bound of a share (Clopper and Pearson, 1934). */
export const upperBound = (hits: number, tries: number): number => {
  if (tries === 0 || hits >= tries) return 1
  let low = 0
  let high = 1
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (atMost(hits, tries, middle) > 0.05) low = middle
    else high = middle
  }
  return high
}

/** Returns the recall at the threshold that at most this fraction of the ordinary messages exceeds. */
export const recallAtFalseAlarms = (scored: ReadonlyArray<Scored>, share: number): number | null => {
  const ordinary = scored.filter(({ spam }) => !spam).map(({ score }) => score).toSorted((a, b) => b - a)
  const spam = scored.filter((one) => one.spam)
  if (ordinary.length === 0 || spam.length === 0) return null
  const limit = ordinary[Math.floor(ordinary.length * share)] ?? -Infinity
  return spam.filter(({ score }) => score > limit).length / spam.length
}

/**
 * Row of a reliability table. `predicted` is the mean predicted probability of the row's messages, and `observed` is
 * the fraction of spam among them.
 */
export interface Reliability {
  readonly from: number
  readonly messages: number
  readonly predicted: number
  readonly observed: number
}

export interface Calibration {
  readonly brier: number
  readonly expectedError: number
  readonly table: ReadonlyArray<Reliability>
}

/**
 * Computes the Brier score, the expected calibration error and a table of ten equal bins. Messages are weighted.
 * Source: Naeini et al., 2015.
 */
export const computeCalibration = (scored: ReadonlyArray<Scored>, weight: (one: Scored) => number): Calibration => {
  const rows = Array.from({ length: 10 }, () => ({ messages: 0, weight: 0, predicted: 0, observed: 0 }))
  let brier = 0
  let total = 0
  for (const one of scored) {
    const row = rows[Math.min(9, Math.floor(one.score * 10))]
    if (row === undefined) continue
    const counts = weight(one)
    row.messages++
    row.weight += counts
    row.predicted += counts * one.score
    row.observed += one.spam ? counts : 0
    brier += counts * (one.score - (one.spam ? 1 : 0)) ** 2
    total += counts
  }
  return {
    brier: brier / total,
    expectedError: rows.reduce((sum, { predicted, observed }) => sum + Math.abs(predicted - observed), 0) / total,
    table: rows.flatMap((row, at) =>
      row.messages === 0
        ? []
        : [{
          from: at / 10,
          messages: row.messages,
          predicted: row.predicted / row.weight,
          observed: row.observed / row.weight
        }]
    )
  }
}

/** Returns weights with which spam has the fraction `spamShare` of a set's total weight. */
export const makeLabelWeights = (scored: ReadonlyArray<Scored>, spamShare: number): (one: Scored) => number => {
  const spam = scored.filter((one) => one.spam).length
  const ordinary = scored.length - spam
  return (one) => one.spam ? spamShare / Math.max(1, spam) : (1 - spamShare) / Math.max(1, ordinary)
}
