import { foldOfUnit, kindOfUnit, kinds } from "./CharacterKinds.ts"
import type { Disguise } from "./MessageJudgement.ts"
import { sampleOf } from "./SampleMessage.ts"

/** What a token of a message is. */
export const tokenKinds = {
  word: 1,
  unspaced: 2,
  mail: 3,
  phone: 4,
  money: 5,
  percent: 6,
  number: 7,
  emoji: 8,
  gap: 9
} as const

/** A message as features are read of it: tokens over one buffer of folded letters. */
export interface NormalizedMessage {
  /** What was read of the message: the source of each token lies in it. */
  readonly source: string
  readonly letters: Uint16Array
  readonly tokenCount: number
  /** A value of `tokenKinds` for each token. */
  readonly kind: Uint8Array
  /** Where the letters of each token begin in `letters`; those of the next begin where they end. */
  readonly from: Uint32Array
  /** Where each token begins in `source`. */
  readonly sourceFrom: Uint32Array
  /** Where each token ends in `source`. */
  readonly sourceTo: Uint32Array
  readonly disguises: ReadonlyArray<Disguise>
  /** Share of upper case among the letters, 0 to 1. */
  readonly upperShare: number
}

export const normalizeMessage = (text: string): NormalizedMessage => {
  const source = sampleOf(text)
  const size = source.length
  const letters = new Uint16Array(size + 1)
  const kind = new Uint8Array(size + 1)
  const from = new Uint32Array(size + 2)
  const sourceFrom = new Uint32Array(size + 1)
  const sourceTo = new Uint32Array(size + 1)
  let count = 0
  let filled = 0
  let at = 0
  while (at < size) {
    const first = kindOfUnit(source.charCodeAt(at))
    if (first < kinds.latin || first > kinds.unspaced) {
      at++
      continue
    }
    const begin = at
    from[count] = filled
    while (at < size) {
      const next = kindOfUnit(source.charCodeAt(at))
      if (next === kinds.invisible || next === kinds.mark) {
        at++
        continue
      }
      if (next < kinds.latin || next > kinds.unspaced || (next === kinds.unspaced) !== (first === kinds.unspaced)) break
      letters[filled++] = foldOfUnit(source.charCodeAt(at++))
    }
    kind[count] = first === kinds.unspaced ? tokenKinds.unspaced : tokenKinds.word
    sourceFrom[count] = begin
    sourceTo[count] = at
    count++
  }
  from[count] = filled
  return { source, letters, tokenCount: count, kind, from, sourceFrom, sourceTo, disguises: [], upperShare: 0 }
}
