import { Data, Result } from "effect"
import { prefixListEntriesMax } from "../../../core/threats/prefixes/PrefixBytes.ts"

/** Failure to decode Golomb-Rice data. */
export class InvalidRice extends Data.TaggedError("InvalidRice")<{
  readonly problem: "first value" | "parameter" | "count" | "truncated" | "overflow" | "left over" | "order"
}> {}

/** Differences of ascending numbers, and the unused rest of the data. */
export interface RiceDeltas {
  /** 32-bit words of each difference, lowest first. */
  readonly words: Uint32Array
  readonly remainingBits: BitReader
}

/**
 * Decodes Golomb-Rice data as Safe Browsing and Web Risk use it.
 *
 * A number consists of a unary quotient (ones ended by a zero) and `parameter` bits of remainder. Its value is
 * `(quotient << parameter) + remainder`. For numbers of more than 32 bits, the parameter is large, and the quotient
 * affects only the highest word. One loop can therefore decode all widths.
 *
 * Each number takes at least `parameter + 1` bits, so the size of the data limits the accepted count.
 */
export const decodeDeltas = (
  data: Uint8Array,
  count: number,
  parameter: number,
  wordsPerNumber: number
): Result.Result<RiceDeltas, InvalidRice> => {
  if (!Number.isInteger(count) || count < 0 || count > prefixListEntriesMax) return invalidRice("count")
  if (count * (parameter + 1) > data.length * 8) return invalidRice("truncated")
  const words = new Uint32Array(count * wordsPerNumber)
  const remainingBits = new BitReader(data)
  const topBits = parameter - 32 * (wordsPerNumber - 1)
  const quotientMax = 2 ** (32 - topBits) - 1
  for (let at = wordsPerNumber - 1; at < words.length; at += wordsPerNumber) {
    const quotient = remainingBits.ones()
    if (quotient > quotientMax) return invalidRice("overflow")
    for (let low = at - wordsPerNumber + 1; low < at; low++) words[low] = remainingBits.bits(32)
    const remainder = remainingBits.bits(topBits)
    if (quotient < 0 || remainder < 0) return invalidRice("truncated")
    words[at] = quotient * 2 ** topBits + remainder
  }
  return Result.succeed({ words, remainingBits })
}

export const invalidRice = (problem: InvalidRice["problem"]) => Result.fail(new InvalidRice({ problem }))

/** Reads bits from bytes, lowest bit first (as in DEFLATE). A read past the end returns -1, as do all later reads. */
export class BitReader {
  readonly #data: Uint8Array
  #at = 0
  #window = 0
  #windowBits = 0

  constructor(data: Uint8Array) {
    this.#data = data
  }

  get unreadBits(): number {
    return (this.#data.length - this.#at) * 8 + this.#windowBits
  }

  /** Reads up to 32 bits as a number, lowest bit first. */
  bits(count: number): number {
    if (count <= 16) return this.#few(count)
    const low = this.#few(16)
    const high = this.#few(count - 16)
    return low < 0 || high < 0 ? -1 : high * 65_536 + low
  }

  /** Counts the ones before the next zero, and consumes that zero. */
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
