/**
 * WebAssembly instructions as bytes, which can be concatenated. This module contains only the part of the binary format
 * that Argon2id needs. Opcodes are listed in the index of the specification:
 * https://webassembly.github.io/spec/core/appendix/index-instructions.html
 */
export type Code = ReadonlyArray<number>

export const code = (...parts: ReadonlyArray<Code>): Code => parts.flat()

/** Encodes an index or size as unsigned LEB128. */
export const unsigned = (value: number): Code =>
  value < 0x80 ? [value] : [value & 0x7f | 0x80, ...unsigned(value >>> 7)]

/** Encodes a constant as signed LEB128. */
const signed = (value: number): Code =>
  value >= -0x40 && value < 0x40 ? [value & 0x7f] : [value & 0x7f | 0x80, ...signed(value >> 7)]

export const numbersBelow = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, at) => at)

export const get = (local: number): Code => [0x20, ...unsigned(local)]
export const set = (local: number): Code => [0x21, ...unsigned(local)]
export const tee = (local: number): Code => [0x22, ...unsigned(local)]
export const call = (fn: number): Code => [0x10, ...unsigned(fn)]

/** @param offset added to the address on the stack, in bytes */
export const loadByte = (offset: number): Code => [0x2d, 0, ...unsigned(offset)]
export const load64 = (offset: number): Code => [0x29, 3, ...unsigned(offset)]
export const store64 = (offset: number): Code => [0x37, 3, ...unsigned(offset)]

export const int32 = (value: number): Code => [0x41, ...signed(value)]
export const int64 = (value: number): Code => [0x42, ...signed(value)]

export const isZero32 = [0x45]
export const isEqual32 = [0x46]
export const isLess32 = [0x49]
export const add32 = [0x6a]
export const subtract32 = [0x6b]
export const and32 = [0x71]
export const or32 = [0x72]
export const shiftLeft32 = [0x74]
export const shiftRight32 = [0x76]
export const add64 = [0x7c]
export const multiply64 = [0x7e]
export const xor64 = [0x85]
export const shiftLeft64 = [0x86]
export const shiftRight64 = [0x88]
export const rotateRight64 = [0x8a]
export const narrow = [0xa7]
export const widen = [0xad]
export const widenSigned = [0xac]

/** Repeats `body` while it leaves a nonzero value on the stack. */
export const repeat = (...body: ReadonlyArray<Code>): Code => [0x03, 0x40, ...body.flat(), 0x0d, 0, 0x0b]
export const when = (...then: ReadonlyArray<Code>): Code => [0x04, 0x40, ...then.flat(), 0x0b]
export const either = (then: ReadonlyArray<Code>, otherwise: ReadonlyArray<Code>): Code => [
  0x04,
  0x40,
  ...then.flat(),
  0x05,
  ...otherwise.flat(),
  0x0b
]

/** Adds a constant to a local. */
export const advance = (local: number, by: number): Code => [...get(local), ...int32(by), ...add32, ...set(local)]

export interface WasmFunction {
  readonly name: string
  /** Number of 32-bit parameters, which are the first locals. Functions return nothing. */
  readonly parameters: number
  /** Number of additional locals: first the 32-bit ones, then the 64-bit ones. */
  readonly locals: readonly [int32: number, int64: number]
  readonly code: Code
}

const counted = (items: ReadonlyArray<Code>): Code => [...unsigned(items.length), ...items.flat()]
const sized = (bytes: Code): Code => [...unsigned(bytes.length), ...bytes]
const section = (id: number, items: ReadonlyArray<Code>): Code => [id, ...sized(counted(items))]
const text = (name: string): Code => sized([...name].map((letter) => letter.charCodeAt(0)))

const i32 = 0x7f
const i64 = 0x7e

const magic = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

/** Returns a module with these functions and a memory, exported as `memory`. */
export const wasmModule = (pages: number, functions: ReadonlyArray<WasmFunction>): Uint8Array<ArrayBuffer> =>
  new Uint8Array([
    ...magic,
    ...section(1, functions.map(({ parameters }) => [0x60, ...sized(numbersBelow(parameters).map(() => i32)), 0])),
    ...section(3, functions.map((_, at) => [at])),
    ...section(5, [[0, ...unsigned(pages)]]),
    ...section(7, [
      [...text("memory"), 2, 0],
      ...functions.map(({ name }, at) => [...text(name), 0, at])
    ]),
    ...section(
      10,
      functions.map(({ code, locals: [count32, count64] }) =>
        sized([...counted([[...unsigned(count32), i32], [...unsigned(count64), i64]]), ...code, 0x0b])
      )
    )
  ])
