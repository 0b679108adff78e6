import { Data, Result } from "effect"
import { prefixListEntriesMax } from "../../../core/threats/prefixes/PrefixBytes.ts"
import { BitReader } from "./BitReader.ts"

/** Golomb-Rice coded numbers that cannot be what was encoded. */
export class InvalidRice extends Data.TaggedError("InvalidRice")<{
  readonly problem: "first value" | "parameter" | "count" | "truncated" | "overflow" | "left over" | "order"
}> {}

/** The differences of ascending numbers, and what no difference was made of. */
export interface RiceDeltas {
  /** Of each difference its words of 32 bits, the lowest first. */
  readonly words: Uint32Array
  readonly rest: BitReader
}

/**
 * Golomb-Rice as Safe Browsing and Web Risk use it: each number is a count of ones ended by a zero (the quotient) and then
 * `parameter` bits (the remainder), `(quotient << parameter) + remainder`. Of numbers of more than 32 bits the parameter is
 * so large that the quotient falls into the highest word alone, so that one loop reads all widths.
 *
 * A number takes a bit more than the parameter at least: no more of them are believed than the bytes can hold.
 */
export const decodeDeltas = (
  data: Uint8Array,
  count: number,
  parameter: number,
  wordsEach: number
): Result.Result<RiceDeltas, InvalidRice> => {
  if (!Number.isInteger(count) || count < 0 || count > prefixListEntriesMax) return invalidRice("count")
  if (count * (parameter + 1) > data.length * 8) return invalidRice("truncated")
  const words = new Uint32Array(count * wordsEach)
  const rest = new BitReader(data)
  const topBits = parameter - 32 * (wordsEach - 1)
  const quotientMax = 2 ** (32 - topBits) - 1
  for (let at = wordsEach - 1; at < words.length; at += wordsEach) {
    const quotient = rest.ones()
    if (quotient > quotientMax) return invalidRice("overflow")
    for (let low = at - wordsEach + 1; low < at; low++) words[low] = rest.bits(32)
    const remainder = rest.bits(topBits)
    if (quotient < 0 || remainder < 0) return invalidRice("truncated")
    words[at] = quotient * 2 ** topBits + remainder
  }
  return Result.succeed({ words, rest })
}

export const invalidRice = (problem: InvalidRice["problem"]) => Result.fail(new InvalidRice({ problem }))
