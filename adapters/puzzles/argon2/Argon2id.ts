import { argonMemoryKib, argonPasses, saltBytes } from "../../../core/shield/Puzzle.ts"
import { compress, orderBytes } from "./Compress.ts"
import { fillMemory } from "./FillMemory.ts"
import { addressInput, blockBytes, hashed, initial, orders, pages, state, stateBytes } from "./Memory.ts"
import { mixBlocks } from "./MixBlocks.ts"
import { wasmModule } from "./Wasm.ts"

/** Maximum message length in bytes; counters have ten digits. */
export const messageBytesMax = 64
export const argonHashBytes = 32
/** Block size of BLAKE2b. */
const blake2bBlockBytes = 128
const version = 0x13
const argon2id = 2

/** BLAKE2b's initial state (RFC 7693, 2.6), which is SHA-512's, as halves: the lower first. */
// dprint-ignore
const initialHalves = [
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a,
  0xade682d1, 0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19
]

interface Exports {
  readonly memory: WebAssembly.Memory
  readonly fillMemory: () => void
  readonly compress: (from: number, hashedBytes: number, isLast: number) => void
}

/** Returns the 32-byte Argon2id hash (RFC 9106) of a message of 1 to 64 bytes. The result is valid until the next call. */
export type Argon2id = (message: Uint8Array, salt: Uint8Array) => Uint8Array

/**
 * Creates Argon2id for puzzles (one pass, one lane, 1 MiB, 32 bytes) as WebAssembly assembled here. It contains only what these parameters
 * need, so it loads quickly and is as fast as native code. Rejects if compilation is not allowed (Content-Security-Policy without
 * `wasm-unsafe-eval`).
 */
export const makeArgon2id = async (): Promise<Argon2id> => {
  const binary = wasmModule(pages, [mixBlocks, fillMemory(0), compress])
  const { instance } = await WebAssembly.instantiate(binary)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The exports are those of the module built above.
  return argon2idOf(instance.exports as unknown as Exports)
}

/** Writes little-endian 32-bit numbers and returns the offset after the last. */
const numberWriter = (view: DataView) => (at: number, ...numbers: ReadonlyArray<number>): number => {
  numbers.forEach((number, place) => view.setUint32(at + 4 * place, number, true))
  return at + 4 * numbers.length
}

const argon2idOf = ({ compress, fillMemory, memory }: Exports): Argon2id => {
  const bytes = new Uint8Array(memory.buffer)
  const put = numberWriter(new DataView(memory.buffer))
  bytes.set(orderBytes, orders)
  put(initial, ...initialHalves)
  // 64-bit numbers: pass, lane, slice, blocks, passes, type, counter; slice and counter are set while the memory is filled.
  put(addressInput + 24, argonMemoryKib, 0, argonPasses, 0, argon2id)

  /** Hashes the bytes at `hashed` with BLAKE2b; the hash is at `state`. */
  const hash = (length: number, hashBytes: number): void => {
    bytes.copyWithin(state, initial, initial + stateBytes)
    bytes[state]! ^= hashBytes
    // No key and no tree mode (RFC 7693, 2.5).
    bytes[state + 2]! ^= 1
    bytes[state + 3]! ^= 1
    bytes.fill(0, hashed + length, hashed + Math.ceil(length / blake2bBlockBytes) * blake2bBlockBytes)
    for (let at = 0; at < length; at += blake2bBlockBytes) {
      const end = Math.min(at + blake2bBlockBytes, length)
      compress(hashed + at, end, end === length ? -1 : 0)
    }
  }

  /** H0 (RFC 9106, 3.2). */
  const begin = (message: Uint8Array, salt: Uint8Array): void => {
    let at = put(hashed, 1, argonHashBytes, argonMemoryKib, argonPasses, version, argon2id, message.length)
    bytes.set(message, at)
    at = put(at + message.length, saltBytes)
    bytes.set(salt, at)
    hash(put(at + saltBytes, 0, 0) - hashed, 64)
  }

  /** Derives one of the first two blocks from H0 at `seed`: H′ for 1 KiB, 32 bytes of each of 30 hashes and all of the 31st (3.3). */
  const firstBlock = (seed: Uint8Array, block: number): void => {
    put(hashed, blockBytes)
    bytes.set(seed, hashed + 4)
    hash(put(hashed + 4 + stateBytes, block, 0) - hashed, 64)
    let at = block * blockBytes
    for (const end = at + blockBytes - stateBytes; at < end; at += 32) {
      bytes.copyWithin(at, state, state + 32)
      bytes.copyWithin(hashed, state, state + stateBytes)
      hash(stateBytes, 64)
    }
    bytes.copyWithin(at, state, state + stateBytes)
  }

  return (message, salt) => {
    begin(message, salt)
    const seed = bytes.slice(state, state + stateBytes)
    firstBlock(seed, 0)
    firstBlock(seed, 1)
    fillMemory()
    put(hashed, argonHashBytes)
    const last = (argonMemoryKib - 1) * blockBytes
    bytes.copyWithin(hashed + 4, last, last + blockBytes)
    hash(4 + blockBytes, argonHashBytes)
    return bytes.subarray(state, state + argonHashBytes)
  }
}
