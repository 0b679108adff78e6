/**
 * Random choices of a Mulberry32 generator.
 *
 * The same seed gives the same choices, so a failure can be reproduced.
 */
export interface Random {
  readonly number: (below: number) => number
  readonly chance: (share: number) => boolean
  readonly pick: <A>(from: ReadonlyArray<A>) => A
  /** Returns `least` to `most` choices, joined. */
  readonly text: (from: ReadonlyArray<string>, least: number, most: number) => string
}

export const randomOf = (seed: number): Random => {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const number = (below: number): number => Math.floor(next() * below)
  const pick = <A>(from: ReadonlyArray<A>): A => from[number(from.length)]!
  return {
    number,
    chance: (share) => next() < share,
    pick,
    text: (from, least, most) => Array.from({ length: least + number(most - least + 1) }, () => pick(from)).join("")
  }
}
