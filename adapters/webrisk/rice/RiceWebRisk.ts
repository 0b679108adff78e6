import { Result } from "effect"
import { decodeDeltas, type InvalidRice, invalidRice } from "./RiceDeltas.ts"

/** `RiceDeltaEncoding` of the Web Risk API v1, decoded from JSON. */
export interface WebRiskRice {
  readonly firstValue: number
  readonly riceParameter: number
  /** Number of values after the first. */
  readonly entryCount: number
  readonly encodedData: Uint8Array
}

/**
 * Limits of `riceParameter` (Web Risk API, `RiceDeltaEncoding`). The parameter is absent if only the first value is
 * sent.
 */
export const webRiskParameterMin = 2
export const webRiskParameterMax = 28

/** Maximum number of unused bits at the end of the data. Chromium's tests contain a list with a whole spare byte. */
export const spareBitsMax = 8

/**
 * Decodes hash prefixes of 4 bytes. Returns them concatenated, each in little-endian order. They ascend as numbers and
 * are therefore **not** sorted as prefixes (`prefixListOf` sorts them).
 */
export const decodeWebRiskHashes = (rice: WebRiskRice): Result.Result<Uint8Array<ArrayBuffer>, InvalidRice> =>
  Result.map(decodeWebRiskNumbers(rice), (numbers) => {
    const view = new DataView(new ArrayBuffer(numbers.length * 4))
    for (let at = 0; at < numbers.length; at++) view.setUint32(at * 4, numbers[at]!, true)
    return new Uint8Array(view.buffer)
  })

/** Decodes ascending numbers, such as the indices of removals. The encoding allows duplicates. */
export const decodeWebRiskNumbers = (
  { encodedData, entryCount, firstValue, riceParameter }: WebRiskRice
): Result.Result<Uint32Array<ArrayBuffer>, InvalidRice> => {
  if (!Number.isInteger(firstValue) || firstValue < 0 || firstValue > 0xffff_ffff) return invalidRice("first value")
  const isParameter = Number.isInteger(riceParameter) && riceParameter >= webRiskParameterMin &&
    riceParameter <= webRiskParameterMax
  if (entryCount !== 0 && !isParameter) return invalidRice("parameter")
  const deltas = decodeDeltas(encodedData, entryCount, isParameter ? riceParameter : webRiskParameterMin, 1)
  if (Result.isFailure(deltas)) return Result.fail(deltas.failure)
  const { remainingBits, words } = deltas.success
  if (remainingBits.unreadBits > spareBitsMax) return invalidRice("left over")
  const numbers = new Uint32Array(words.length + 1)
  let sum = firstValue
  numbers[0] = sum
  for (let at = 0; at < words.length; at++) {
    sum += words[at]!
    if (sum > 0xffff_ffff) return invalidRice("overflow")
    numbers[at + 1] = sum
  }
  return Result.succeed(numbers)
}
