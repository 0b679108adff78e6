import { initialStateOffset, ordersOffset, stateOffset } from "./Memory.ts"
import { groups } from "./MixBlocks.ts"
import {
  add32,
  add64,
  type Code,
  code,
  get,
  int32,
  int64,
  isLess32,
  load64,
  loadByte,
  numbersBelow,
  repeat,
  rotateRight64,
  set,
  store64,
  tee,
  type WasmFunction,
  widen,
  widenSigned,
  xor64
} from "./Wasm.ts"

const rounds = 12
/** Order of the message words in each round (SIGMA of RFC 7693, 2.7). The order repeats after ten rounds. */
const sigma = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0"
].join("")

/** Contents of the memory at `ordersOffset`: the offsets in bytes of the message words, 16 for each round. */
export const orderBytes: ReadonlyArray<number> = numbersBelow(rounds * 16).map((at) =>
  parseInt(sigma[at % 160]!, 16) * 8
)

const [message, hashedBytes, isLast, at] = [0, 1, 2, 3]
const words = numbersBelow(16).map((word) => 4 + word)

/** Loads the next message word in the order of the round. */
const word = (place: number): Code => [
  ...code(get(at), loadByte(ordersOffset + place), get(message), add32),
  ...load64(0)
]

const step = (a: number, b: number, d: number, bits: number, added: Code = []): Code => [
  ...code(get(a), get(b), add64, added, added.length > 0 ? add64 : [], set(a)),
  ...code(get(d), get(a), xor64, int64(bits), rotateRight64, set(d))
]

const round: Code = groups.flatMap(([a, b, c, d], at) => {
  const [wa, wb, wc, wd] = [words[a]!, words[b]!, words[c]!, words[d]!]
  return [
    ...code(step(wa, wb, wd, 32, word(2 * at)), step(wc, wd, wb, 24)),
    ...code(step(wa, wb, wd, 16, word(2 * at + 1)), step(wc, wd, wb, 63))
  ]
})

const load = (address: number): Code => [...int32(0), ...load64(address)]

/**
 * Adds 128 bytes of a message to BLAKE2b's state (F of RFC 7693, 3.2). Parameters: the address of the bytes, the number
 * of message bytes up to and including this block, and -1 for the last block, otherwise 0.
 */
export const compress: WasmFunction = {
  name: "compress",
  parameters: 3,
  locals: [1, words.length],
  code: [
    ...numbersBelow(8).flatMap((at) => [
      ...code(load(stateOffset + 8 * at), set(words[at]!)),
      ...code(load(initialStateOffset + 8 * at), set(words[8 + at]!))
    ]),
    ...code(get(words[12]!), get(hashedBytes), widen, xor64, set(words[12]!)),
    ...code(get(words[14]!), get(isLast), widenSigned, xor64, set(words[14]!)),
    ...code(int32(0), set(at)),
    ...repeat(round, [...get(at), ...int32(16), ...add32, ...tee(at), ...int32(16 * rounds), ...isLess32]),
    ...numbersBelow(8).flatMap((at) => [
      ...code(int32(0), load(stateOffset + 8 * at), get(words[at]!), xor64, get(words[8 + at]!), xor64),
      ...store64(stateOffset + 8 * at)
    ])
  ]
}
