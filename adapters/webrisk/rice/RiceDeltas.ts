import { Data, Result } from "effect"
import { prefixListEntriesMax } from "../../../core/threats/prefixes/PrefixBytes.ts"

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

/**
 * Reads bits from bytes, in each byte from the lowest upwards (the order of DEFLATE). What reads past the end
 * gives -1, and so does all that is read after it.
 */
export class BitReader {
  readonly #data: Uint8Array
  #at = 0
  #window = 0
  #windowBits = 0

  constructor(data: Uint8Array) {
    this.#data = data
  }

  /** How many bits nobody read yet. */
  get unreadBits(): number {
    return (this.#data.length - this.#at) * 8 + this.#windowBits
  }

  /** The next bits as a number, the first of them its lowest; 32 at most. */
  bits(count: number): number {
    if (count <= 16) return this.#few(count)
    const low = this.#few(16)
    const high = this.#few(count - 16)
    return low < 0 || high < 0 ? -1 : high * 65_536 + low
  }

  /** How many ones come before the next zero, which is read too. */
  ones(): number {
    let ones = 0
    while (true) {
      if (this.#windowBits === 0 && !this.#refill()) return -1
      const zeros = ~this.#window
      const run = 31 - Math.clz32(zeros & -zeros)
      if (run < this.#windowBits) {
        this.#window >>>= run + 1
        this.#windowBits -= run + 1
        return ones + run
      }
      ones += this.#windowBits
      this.#window = 0
      this.#windowBits = 0
    }
  }

  #few(count: number): number {
    while (this.#windowBits < count) if (!this.#refill()) return -1
    const value = this.#window & ((1 << count) - 1)
    this.#window >>>= count
    this.#windowBits -= count
    return value
  }

  #refill(): boolean {
    if (this.#at >= this.#data.length) {
      this.#windowBits = 0
      return false
    }
    this.#window |= this.#data[this.#at++]! << this.#windowBits
    this.#windowBits += 8
    return true
  }
}
