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
