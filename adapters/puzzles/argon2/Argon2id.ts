import { argonMemoryKib, argonPasses, saltBytes } from "../../../core/shield/Puzzle.ts"
import { compress, orderBytes } from "./Compress.ts"
import { fillMemory } from "./FillMemory.ts"
import {
  addressInputOffset,
  blockBytes,
  hashInputOffset,
  initialStateOffset,
  ordersOffset,
  pageCount,
  stateBytes,
  stateOffset
} from "./Memory.ts"
import { mixBlocks } from "./MixBlocks.ts"
import { wasmModule } from "./Wasm.ts"

/** Maximum message length in bytes. Counters have at most ten digits. */
export const messageBytesMax = 64
export const argonHashBytes = 32
/** Block size of BLAKE2b in bytes. */
const blake2bBlockBytes = 128
const version = 0x13
const argon2id = 2

/**
 * Initial state of BLAKE2b (RFC 7693, 2.6), which is also the initial state of SHA-512. Each 64-bit word is stored as
 * two halves, the lower half first.
 */
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

/** Returns the 32-byte Argon2id hash (RFC 9106) of a message of 1 to 64 bytes. The next call overwrites the result. */
export type Argon2id = (message: Uint8Array, salt: Uint8Array) => Uint8Array

/**
 * Creates Argon2id for puzzles: one pass, one lane, 1 MiB and 32 bytes. The WebAssembly module is assembled here. It
 * contains only code for these parameters, so it loads quickly and is as fast as native code. Rejects if compilation is
 * not allowed (Content-Security-Policy without `wasm-unsafe-eval`).
 */
export const makeArgon2id = async (): Promise<Argon2id> => {
  const binary = wasmModule(pageCount, [mixBlocks, fillMemory(0), compress])
  const { instance } = await WebAssembly.instantiate(binary)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The exports are those of the module built above.
  return argon2idOf(instance.exports as unknown as Exports)
}

/** Returns a function that writes little-endian 32-bit numbers and returns the offset after the last number. */
const numberWriter = (view: DataView) => (at: number, ...numbers: ReadonlyArray<number>): number => {
  numbers.forEach((number, place) => view.setUint32(at + 4 * place, number, true))
  return at + 4 * numbers.length
}

const argon2idOf = ({ compress, fillMemory, memory }: Exports): Argon2id => {
  const bytes = new Uint8Array(memory.buffer)
  const put = numberWriter(new DataView(memory.buffer))
  bytes.set(orderBytes, ordersOffset)
  put(initialStateOffset, ...initialHalves)
  // 64-bit numbers: pass, lane, slice, blocks, passes, type, counter. `fillMemory` sets the slice and the counter.
  put(addressInputOffset + 24, argonMemoryKib, 0, argonPasses, 0, argon2id)

  /** Hashes the bytes at `hashInputOffset` with BLAKE2b and writes the hash to `stateOffset`. */
  const hash = (length: number, hashBytes: number): void => {
    bytes.copyWithin(stateOffset, initialStateOffset, initialStateOffset + stateBytes)
    bytes[stateOffset]! ^= hashBytes
    // Sets the parameters for hashing without a key and without tree mode (RFC 7693, 2.5).
    bytes[stateOffset + 2]! ^= 1
    bytes[stateOffset + 3]! ^= 1
    bytes.fill(0, hashInputOffset + length, hashInputOffset + Math.ceil(length / blake2bBlockBytes) * blake2bBlockBytes)
    for (let at = 0; at < length; at += blake2bBlockBytes) {
      const end = Math.min(at + blake2bBlockBytes, length)
      compress(hashInputOffset + at, end, end === length ? -1 : 0)
    }
  }

  /** Computes H0 (RFC 9106, 3.2) at `stateOffset`. */
  const begin = (message: Uint8Array, salt: Uint8Array): void => {
    let at = put(hashInputOffset, 1, argonHashBytes, argonMemoryKib, argonPasses, version, argon2id, message.length)
    bytes.set(message, at)
    at = put(at + message.length, saltBytes)
    bytes.set(salt, at)
    hash(put(at + saltBytes, 0, 0) - hashInputOffset, 64)
  }

  /** Derives one of the first two blocks from H0 (`seed`): 32 bytes each of 30 hashes, then the 31st (RFC 9106, 3.3). */
  const firstBlock = (seed: Uint8Array, block: number): void => {
    put(hashInputOffset, blockBytes)
    bytes.set(seed, hashInputOffset + 4)
    hash(put(hashInputOffset + 4 + stateBytes, block, 0) - hashInputOffset, 64)
    let at = block * blockBytes
    for (const end = at + blockBytes - stateBytes; at < end; at += 32) {
      bytes.copyWithin(at, stateOffset, stateOffset + 32)
      bytes.copyWithin(hashInputOffset, stateOffset, stateOffset + stateBytes)
      hash(stateBytes, 64)
    }
    bytes.copyWithin(at, stateOffset, stateOffset + stateBytes)
  }

  return (message, salt) => {
    begin(message, salt)
    const seed = bytes.slice(stateOffset, stateOffset + stateBytes)
    firstBlock(seed, 0)
    firstBlock(seed, 1)
    fillMemory()
    put(hashInputOffset, argonHashBytes)
    const last = (argonMemoryKib - 1) * blockBytes
    bytes.copyWithin(hashInputOffset + 4, last, last + blockBytes)
    hash(4 + blockBytes, argonHashBytes)
    return bytes.subarray(stateOffset, stateOffset + argonHashBytes)
  }
}
