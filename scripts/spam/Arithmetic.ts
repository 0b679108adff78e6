/**
 * Arithmetic with bit-identical results on every engine. IEEE 754 defines additions, multiplications, divisions and
 * square roots exactly. Engines implement the exponential differently.
 */

const logOfTwo = Math.LN2

/** Returns e to the power of x, to about 14 digits. */
export const exponential = (x: number): number => {
  if (x > 700) return exponential(700)
  if (x < -700) return 0
  const twos = Math.round(x / logOfTwo)
  const rest = (x - twos * logOfTwo) / 8
  let term = 1
  let sum = 1
  for (let at = 1; at <= 9; at++) {
    term = term * rest / at
    sum += term
  }
  const eighth = sum * sum
  const quarter = eighth * eighth
  let power = quarter * quarter
  for (let at = 0; at < Math.abs(twos); at++) power = twos > 0 ? power * 2 : power / 2
  return power
}

/** Converts a logit to a probability. */
export const logistic = (logit: number): number =>
  logit >= 0 ? 1 / (1 + exponential(-logit)) : exponential(logit) / (1 + exponential(logit))

/** Returns a generator of numbers below 2^32, deterministic for a seed (xorshift, Marsaglia 2003). */
export const makeRandom = (seed: number): () => number => {
  let state = (seed | 0) || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}

/** Returns the numbers below `size` in random order (Fisher–Yates shuffle). */
export const shuffledIndices = (size: number, next: () => number): Uint32Array => {
  const order = Uint32Array.from({ length: size }, (_, at) => at)
  for (let at = size - 1; at > 0; at--) {
    const other = next() % (at + 1)
    const swapped = order[at] ?? 0
    order[at] = order[other] ?? 0
    order[other] = swapped
  }
  return order
}
