import { Result } from "effect"
import { decodeDeltas, type InvalidRice, invalidRice } from "./RiceDeltas.ts"

/** `RiceDeltaEncoding` of the Web Risk API v1, its numbers and bytes read from the JSON. */
export interface WebRiskRice {
  readonly firstValue: number
  readonly riceParameter: number
  /** How many follow the first value. */
  readonly entryCount: number
  readonly encodedData: Uint8Array
}

/** Web Risk API, `RiceDeltaEncoding.riceParameter`: between 2 and 28, and nothing where only the first value is sent. */
export const webRiskParameterMin = 2
export const webRiskParameterMax = 28

/** What no number is made of: the rest of the last byte. Chromium's tests hold a list with a whole byte of it. */
export const spareBitsMax = 8

/**
 * The hash prefixes, 4 bytes each, one behind another: each number is written with its lowest byte first. As they come they
 * ascend as numbers, and so are **not** sorted as prefixes (`prefixListOf` sorts).
 */
export const decodeWebRiskHashes = (rice: WebRiskRice): Result.Result<Uint8Array<ArrayBuffer>, InvalidRice> =>
  Result.map(decodeWebRiskNumbers(rice), (numbers) => {
    const view = new DataView(new ArrayBuffer(numbers.length * 4))
    for (let at = 0; at < numbers.length; at++) view.setUint32(at * 4, numbers[at]!, true)
    return new Uint8Array(view.buffer)
  })

/** Ascending numbers, as the indices of what is to be removed. One may come twice: the encoding allows it. */
export const decodeWebRiskNumbers = (
  { encodedData, entryCount, firstValue, riceParameter }: WebRiskRice
): Result.Result<Uint32Array<ArrayBuffer>, InvalidRice> => {
  if (!Number.isInteger(firstValue) || firstValue < 0 || firstValue > 0xffff_ffff) return invalidRice("first value")
  const isParameter = Number.isInteger(riceParameter) && riceParameter >= webRiskParameterMin &&
    riceParameter <= webRiskParameterMax
  if (entryCount !== 0 && !isParameter) return invalidRice("parameter")
  const deltas = decodeDeltas(encodedData, entryCount, isParameter ? riceParameter : webRiskParameterMin, 1)
  if (Result.isFailure(deltas)) return Result.fail(deltas.failure)
  const { rest, words } = deltas.success
  if (rest.unreadBits > spareBitsMax) return invalidRice("left over")
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
