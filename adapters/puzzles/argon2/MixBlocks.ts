import { blockBytes, mixedOffset } from "./Memory.ts"
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
  numbersBelow,
  repeat,
  rotateRight64,
  set,
  shiftLeft64,
  store64,
  type WasmFunction,
  widen,
  xor64
} from "./Wasm.ts"

const [target, one, other, at] = [0, 1, 2, 3]
const words = numbersBelow(16).map((word) => 4 + word)

/** Returns one of the four steps of GB (RFC 9106, 3.6): a += b + 2·low(a)·low(b), then d is rotated. */
const step = (a: number, b: number, d: number, bits: number): Code => [
  ...code(get(a), get(b), add64),
  ...code(get(a), narrow, widen, get(b), narrow, widen, multiply64, int64(1), shiftLeft64),
  ...code(add64, set(a)),
  ...code(get(d), get(a), xor64, int64(bits), rotateRight64, set(d))
]

/** Groups of four words that P mixes, in the same order as BLAKE2b: first the columns, then the diagonals. */
export const groups: ReadonlyArray<readonly [number, number, number, number]> = [
  ...numbersBelow(4).map((first) => [first, first + 4, first + 8, first + 12] as const),
  ...numbersBelow(4).map((first) => [first, 4 + (first + 1) % 4, 8 + (first + 2) % 4, 12 + (first + 3) % 4] as const)
]

const permute: Code = groups.flatMap(([a, b, c, d]) => {
  const [wa, wb, wc, wd] = [words[a]!, words[b]!, words[c]!, words[d]!]
  return [...step(wa, wb, wd, 32), ...step(wc, wd, wb, 24), ...step(wa, wb, wd, 16), ...step(wc, wd, wb, 63)]
})

/**
 * Offsets in bytes of the 16 words of a row, and of a column. A row is 128 bytes long. A column has two words in each
 * of eight rows.
 */
const row = numbersBelow(16).map((word) => word * 8)
const column = numbersBelow(16).map((word) => (word >> 1) * 128 + (word & 1) * 8)

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
 * Mixes two blocks into a third block (G of RFC 9106, 3.5). The result may overwrite one of the two blocks. The words
 * of a row or column are in locals, which engines map to registers. Locals make the function six times as fast as
 * memory would.
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
      row.flatMap((offset, word) => [...get(at), ...get(words[word]!), ...store64(mixedOffset + offset)])
    ),
    ...code(advance(one, -blockBytes), advance(other, -blockBytes)),
    ...eightTimes(
      16,
      [target, one, other],
      column.flatMap((offset, word) => [...get(at), ...load64(mixedOffset + offset), ...set(words[word]!)]),
      permute,
      column.flatMap((offset, word) => [
        ...code(get(target), get(words[word]!), xored(offset), xor64),
        ...store64(offset)
      ])
    )
  ]
}
