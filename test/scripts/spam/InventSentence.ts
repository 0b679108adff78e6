import { randoms } from "../../../scripts/spam/Arithmetic.ts"

const syllables = ["ba", "de", "fi", "go", "hu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo", "wu"]

/** Returns a sentence of invented words, the same for the same seed. Each variant has a few words of its own. */
export const inventSentence = (seed: number, variant: number): string => {
  const word = (next: () => number): string =>
    Array.from({ length: 2 + next() % 3 }, () => syllables[next() % syllables.length]).join("")
  const same = randoms(seed * 7919 + 11)
  const own = randoms(variant * 104729 + 13)
  // The first random numbers are close to the seed.
  for (let at = 0; at < 8; at++) {
    same()
    own()
  }
  return [...Array.from({ length: 14 }, () => word(same)), word(own)].join(" ")
}
