import { makeRandom } from "../../../scripts/spam/Arithmetic.ts"

const syllables = ["ba", "de", "fi", "go", "hu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo", "wu"]

/** Returns a sentence of 14 invented words that depend on the seed, and one that depends on the variant. */
export const inventSentence = (seed: number, variant: number): string => {
  const word = (next: () => number): string =>
    Array.from({ length: 2 + next() % 3 }, () => syllables[next() % syllables.length]).join("")
  const same = makeRandom(seed * 7919 + 11)
  const own = makeRandom(variant * 104729 + 13)
  // Skips the first random numbers, which are similar for similar seeds.
  for (let at = 0; at < 8; at++) {
    same()
    own()
  }
  return [...Array.from({ length: 14 }, () => word(same)), word(own)].join(" ")
}
