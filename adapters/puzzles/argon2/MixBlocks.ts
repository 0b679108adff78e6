import { blockBytes, mixed } from "./Memory.ts"
import {
  add64,
  advance,
  type Code,
  code,
  get,
  int32,
  int64,
  isLess32,
  load64,
  multiply64,
  narrow,
  repeat,
  rotateRight64,
  set,
  shiftLeft64,
  store64,
  times,
  type WasmFunction,
  widen,
  xor64
} from "./Wasm.ts"

const [target, one, other, at] = [0, 1, 2, 3]
const words = times(16).map((word) => 4 + word)

/** One of the four steps of GB (RFC 9106, 3.6): a += b + 2·low(a)·low(b), then d is rotated. */
const step = (a: number, b: number, d: number, bits: number): Code => [
  ...code(get(a), get(b), add64),
  ...code(get(a), narrow, widen, get(b), narrow, widen, multiply64, int64(1), shiftLeft64),
  ...code(add64, set(a)),
  ...code(get(d), get(a), xor64, int64(bits), rotateRight64, set(d))
]

/** Four words of P, as BLAKE2b groups them: its columns, then its diagonals. */
export const groups: ReadonlyArray<readonly [number, number, number, number]> = [
  ...times(4).map((first) => [first, first + 4, first + 8, first + 12] as const),
  ...times(4).map((first) => [first, 4 + (first + 1) % 4, 8 + (first + 2) % 4, 12 + (first + 3) % 4] as const)
]

const permute: Code = groups.flatMap(([a, b, c, d]) => {
  const [wa, wb, wc, wd] = [words[a]!, words[b]!, words[c]!, words[d]!]
  return [...step(wa, wb, wd, 32), ...step(wc, wd, wb, 24), ...step(wa, wb, wd, 16), ...step(wc, wd, wb, 63)]
})

/** Offsets of the 16 words of a row of the block, and of a column, which is two words wide with a distance of eight rows. */
const row = times(16).map((word) => word * 8)
const column = times(16).map((word) => (word >> 1) * 128 + (word & 1) * 8)

const eightTimes = (bytes: number, pointers: ReadonlyArray<number>, ...body: ReadonlyArray<Code>): Code => [
  ...code(int32(0), set(at)),
  ...repeat(
    ...body,
    ...pointers.map((pointer) => advance(pointer, bytes)),
    advance(at, bytes),
    [...get(at), ...int32(8 * bytes), ...isLess32]
  )
]

const xored = (offset: number): Code => [...get(one), ...load64(offset), ...get(other), ...load64(offset), ...xor64]

/**
 * Mixes two blocks into a third (G of RFC 9106, 3.5), which can be one of them. The words of a row or column are in locals, which engines
 * map to registers: six times as fast as through memory.
 */
export const mixBlocks: WasmFunction = {
  name: "mixBlocks",
  parameters: 3,
  locals: [1, words.length],
  code: [
    ...eightTimes(
      128,
      [one, other],
      row.flatMap((offset, word) => [...xored(offset), ...set(words[word]!)]),
      permute,
      row.flatMap((offset, word) => [...get(at), ...get(words[word]!), ...store64(mixed + offset)])
    ),
    ...code(advance(one, -blockBytes), advance(other, -blockBytes)),
    ...eightTimes(
      16,
      [target, one, other],
      column.flatMap((offset, word) => [...get(at), ...load64(mixed + offset), ...set(words[word]!)]),
      permute,
      column.flatMap((offset, word) => [
        ...code(get(target), get(words[word]!), xored(offset), xor64),
        ...store64(offset)
      ])
    )
  ]
}
