/**
 * Golomb-Rice encoders for lists of Web Risk and Safe Browsing, as Google's servers implement them.
 *
 * `encodeWebRisk` takes numbers, and `encodeWebRiskHashes` takes hashes of 4 bytes. `encodeSafeBrowsing` takes sorted
 * hashes of 4, 8, 16 or 32 bytes.
 */
import type { SafeBrowsingRice } from "../../adapters/webrisk/rice/RiceSafeBrowsing.ts"
import type { WebRiskRice } from "../../adapters/webrisk/rice/RiceWebRisk.ts"

/**
 * Encodes one or more ascending numbers below 2^32. If `riceParameter` is absent, chooses one that fits the numbers.
 */
export const encodeWebRisk = (numbers: ArrayLike<number>, riceParameter?: number): WebRiskRice => {
  const deltas = new Uint32Array(numbers.length - 1)
  for (let at = 0; at < deltas.length; at++) deltas[at] = numbers[at + 1]! - numbers[at]!
  const parameter = riceParameter ?? fitting(deltas, 1, 2, 28)
  return {
    firstValue: numbers[0]!,
    riceParameter: deltas.length === 0 ? 0 : parameter,
    entryCount: deltas.length,
    encodedData: writeDeltas(deltas, parameter, 1)
  }
}

/** Encodes one or more hash prefixes of 4 bytes, concatenated in any order. */
export const encodeWebRiskHashes = (hashes: Uint8Array): WebRiskRice => {
  const view = new DataView(hashes.buffer, hashes.byteOffset, hashes.byteLength)
  return encodeWebRisk(
    Uint32Array.from({ length: hashes.length / 4 }, (_, at) => view.getUint32(at * 4, true)).toSorted()
  )
}

/** Encodes one or more sorted, unique hash prefixes of `width` bytes, concatenated. */
export const encodeSafeBrowsing = (hashes: Uint8Array, width: number, riceParameter?: number): SafeBrowsingRice => {
  const view = new DataView(hashes.buffer, hashes.byteOffset, hashes.byteLength)
  const wordsEach = width / 4
  const entriesCount = hashes.length / width - 1
  const deltas = new Uint32Array(entriesCount * wordsEach)
  for (let entry = 0; entry < entriesCount; entry++) {
    let borrow = 0
    for (let word = 0; word < wordsEach; word++) {
      const place = (entry + 1) * width - 4 - word * 4
      const difference = view.getUint32(place + width) - view.getUint32(place) - borrow
      borrow = difference < 0 ? 1 : 0
      deltas[entry * wordsEach + word] = difference
    }
  }
  const lowBits = 32 * (wordsEach - 1)
  const parameter = riceParameter ?? lowBits + fitting(deltas, wordsEach, 3, 30)
  return {
    first: hashes.slice(0, width),
    riceParameter: entriesCount === 0 ? 0 : parameter,
    entriesCount,
    encodedData: writeDeltas(deltas, parameter, wordsEach)
  }
}

/** Encodes ascending removal indices. */
export const encodeSafeBrowsingNumbers = (numbers: ArrayLike<number>): SafeBrowsingRice => {
  const view = new DataView(new ArrayBuffer(numbers.length * 4))
  for (let at = 0; at < numbers.length; at++) view.setUint32(at * 4, numbers[at]!)
  return encodeSafeBrowsing(new Uint8Array(view.buffer), 4)
}

/** Returns the number of low bits of the highest word for which the average quotient is about one. */
const fitting = (deltas: Uint32Array, wordsEach: number, min: number, max: number): number => {
  let sum = 0
  for (let at = wordsEach - 1; at < deltas.length; at += wordsEach) sum += deltas[at]!
  const bits = Math.floor(Math.log2(Math.max(1, sum * wordsEach / Math.max(1, deltas.length))))
  return Math.min(max, Math.max(min, bits))
}

const writeDeltas = (deltas: Uint32Array, parameter: number, wordsEach: number): Uint8Array => {
  const topBits = parameter - 32 * (wordsEach - 1)
  const out: Array<number> = []
  let byte = 0
  let filled = 0
  const put = (value: number, count: number) => {
    for (let bit = 0; bit < count; bit++) {
      byte |= ((value >>> bit) & 1) << filled
      if (++filled < 8) continue
      out.push(byte)
      byte = 0
      filled = 0
    }
  }
  for (let at = 0; at < deltas.length; at += wordsEach) {
    const top = deltas[at + wordsEach - 1]!
    for (let ones = Math.floor(top / 2 ** topBits); ones > 0; ones--) put(1, 1)
    put(0, 1)
    for (let word = 0; word < wordsEach - 1; word++) put(deltas[at + word]!, 32)
    put(top, topBits)
  }
  if (filled > 0) out.push(byte)
  return Uint8Array.from(out)
}
