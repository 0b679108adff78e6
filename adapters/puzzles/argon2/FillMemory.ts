import { argonMemoryKib } from "../../../core/shield/Puzzle.ts"
import { addressesOffset, addressInputOffset, zerosOffset } from "./Memory.ts"
import {
  add32,
  and32,
  call,
  type Code,
  code,
  either,
  get,
  int32,
  int64,
  isEqual32,
  isLess32,
  isZero32,
  load64,
  multiply64,
  narrow,
  or32,
  repeat,
  set,
  shiftLeft32,
  shiftRight32,
  shiftRight64,
  store64,
  subtract32,
  tee,
  type WasmFunction,
  when,
  widen
} from "./Wasm.ts"

/**
 * Binary logarithm of the number of blocks per slice. A lane is filled in four slices (RFC 9106, 3.4). With 1 MiB in
 * one lane, a slice has 256 blocks, and their addresses fill two blocks.
 */
const sliceBits = Math.log2(argonMemoryKib / 4)
const [block, slice, random] = [0, 1, 2]

const less = (by: number): Code => [...get(block), ...int32(by), ...subtract32]
/** Converts the block number on the stack to its address. */
const toBytes: Code = [...int32(10), ...shiftLeft32]

/**
 * Computes the next 128 addresses at the start and in the middle of a slice. In the first slice, the start is block 2,
 * because blocks 0 and 1 are not mixed.
 */
const renewAddresses = (mixBlocks: number): Code => [
  ...code(get(block), int32(127), and32, isZero32, get(block), int32(2), isEqual32, or32),
  ...when(
    [...int32(addressInputOffset + 16), ...get(slice), ...widen, ...store64(0)],
    [...int32(addressInputOffset + 48), ...get(block), ...int32(7), ...shiftRight32, ...int32(1), ...and32],
    [...int32(1), ...add32, ...widen, ...store64(0)],
    [...int32(addressesOffset), ...int32(addressInputOffset), ...int32(zerosOffset), ...call(mixBlocks)],
    [...int32(addressesOffset), ...int32(addressesOffset), ...int32(zerosOffset), ...call(mixBlocks)]
  )
]

/**
 * Computes the number of the earlier block that is mixed into a block together with the previous block (RFC 9106,
 * 3.4.2). In the only pass and lane, the candidates are all earlier blocks except the previous one: `block - 1` blocks.
 * Low values of `random` select late candidates.
 */
const reference: Code = [
  ...less(2),
  ...code(get(random), narrow, widen, tee(random), get(random), multiply64, int64(32), shiftRight64),
  ...code(less(1), widen, multiply64, int64(32), shiftRight64, narrow),
  ...subtract32
]

/**
 * Fills the memory from its first two blocks.
 *
 * @param mixBlocks index of the function `mixBlocks` in the module
 */
export const fillMemory = (mixBlocks: number): WasmFunction => ({
  name: "fillMemory",
  parameters: 0,
  locals: [2, 1],
  code: [
    ...code(int32(2), set(block)),
    ...repeat(
      [...get(block), ...int32(sliceBits), ...shiftRight32, ...tee(slice), ...int32(2), ...isLess32],
      either(
        [
          renewAddresses(mixBlocks),
          [
            ...get(block),
            ...int32(127),
            ...and32,
            ...int32(3),
            ...shiftLeft32,
            ...load64(addressesOffset),
            ...set(random)
          ]
        ],
        [[...less(1), ...toBytes, ...load64(0), ...set(random)]]
      ),
      [...get(block), ...toBytes, ...less(1), ...toBytes, ...reference, ...toBytes, ...call(mixBlocks)],
      [...get(block), ...int32(1), ...add32, ...tee(block), ...int32(argonMemoryKib), ...isLess32]
    )
  ]
})
