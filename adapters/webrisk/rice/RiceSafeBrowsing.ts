import { Result } from "effect"
import { decodeDeltas, type InvalidRice, invalidRice, type RiceDeltas } from "./RiceDeltas.ts"

/** Rice-encoded values: `RiceDeltaEncoded32Bit` to `RiceDeltaEncoded256Bit` of the Safe Browsing API v5. */
export interface SafeBrowsingRice {
  /** First value in big-endian order. Its length (4, 8, 16 or 32 bytes) is the width of all values. */
  readonly first: Uint8Array
  readonly riceParameter: number
  /** Number of values after the first. */
  readonly entriesCount: number
  readonly encodedData: Uint8Array
}

/**
 * Limits of the Rice parameter, minus 32 bits for each word below the highest word (Safe Browsing API v5).
 *
 * The whole parameter is 3 to 30 for 32-bit values, 35 to 62 for 64, 99 to 126 for 128, and 227 to 254 for 256.
 */
export const safeBrowsingTopBitsMin = 3
export const safeBrowsingTopBitsMax = 30

/** Decodes hash prefixes. Returns them concatenated, in big-endian order and therefore sorted. */
export const decodeSafeBrowsingHashes = (
  { encodedData, entriesCount, first, riceParameter }: SafeBrowsingRice
): Result.Result<Uint8Array<ArrayBuffer>, InvalidRice> => {
  const wordsEach = first.length / 4
  if (![1, 2, 4, 8].includes(wordsEach)) return invalidRice("first value")
  const lowBits = 32 * (wordsEach - 1)
  const topBits = riceParameter - lowBits
  const isParameter = Number.isInteger(topBits) && topBits >= safeBrowsingTopBitsMin &&
    topBits <= safeBrowsingTopBitsMax
  if (entriesCount !== 0 && !isParameter) return invalidRice("parameter")
  const parameter = isParameter ? riceParameter : lowBits + safeBrowsingTopBitsMin
  const deltas = decodeDeltas(encodedData, entriesCount, parameter, wordsEach)
  if (Result.isFailure(deltas)) return Result.fail(deltas.failure)
  const { unreadBits } = deltas.success.remainingBits
  if (unreadBits >= 8 || deltas.success.remainingBits.bits(unreadBits) !== 0) return invalidRice("left over")
  return sumDeltas(first, deltas.success, wordsEach)
}

/** Decodes ascending 32-bit numbers, such as the indices of removals. */
export const decodeSafeBrowsingNumbers = (
  rice: SafeBrowsingRice
): Result.Result<Uint32Array<ArrayBuffer>, InvalidRice> => {
  if (rice.first.length !== 4) return invalidRice("first value")
  return Result.map(decodeSafeBrowsingHashes(rice), (bytes) => {
    const view = new DataView(bytes.buffer)
    const numbers = new Uint32Array(bytes.length / 4)
    for (let at = 0; at < numbers.length; at++) numbers[at] = view.getUint32(at * 4)
    return numbers
  })
}

const sumDeltas = (
  first: Uint8Array,
  { words }: RiceDeltas,
  wordsEach: number
): Result.Result<Uint8Array<ArrayBuffer>, InvalidRice> => {
  const width = first.length
  const out = new Uint8Array(width + words.length * 4)
  out.set(first)
  const view = new DataView(out.buffer)
  for (let at = 0; at < words.length; at += wordsEach) {
    const before = at * 4
    let carry = 0
    let isSame = true
    for (let word = 0; word < wordsEach; word++) {
      const delta = words[at + word]!
      const offset = before + width - 4 - word * 4
      const sum = view.getUint32(offset) + delta + carry
      carry = sum > 0xffff_ffff ? 1 : 0
      view.setUint32(offset + width, sum)
      if (delta !== 0) isSame = false
    }
    if (carry !== 0) return invalidRice("overflow")
    if (isSame) return invalidRice("order")
  }
  return Result.succeed(out)
}
