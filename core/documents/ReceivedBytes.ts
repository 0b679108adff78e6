/** Where a buffer begins whose length nobody knows. */
const firstBytes = 64 * 1024

/**
 * A document's bytes as they arrive in pieces, in one buffer: at the end there is nothing to join, which takes milliseconds for
 * a large one. Where its length is told beforehand there is room for it from the beginning, else the buffer doubles; many small
 * pieces cost no more memory than one large one.
 */
export class ReceivedBytes {
  readonly #bytesMax: number
  #buffer: Uint8Array
  #length = 0

  /**
   * @param bytesMax more is refused
   * @param bytesExpected what is said to come, where that can be believed: memory is taken as it is filled, but it is counted
   */
  constructor(bytesMax: number, bytesExpected: number = firstBytes) {
    this.#bytesMax = bytesMax
    this.#buffer = new Uint8Array(Math.min(bytesExpected, bytesMax))
  }

  get length(): number {
    return this.#length
  }

  /** False when that would be too much. */
  add(piece: Uint8Array): boolean {
    const length = this.#length + piece.byteLength
    if (length > this.#bytesMax) return false
    if (length > this.#buffer.byteLength) this.#grow(length)
    this.#buffer.set(piece, this.#length)
    this.#length = length
    return true
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  #grow(needed: number): void {
    const grown = new Uint8Array(Math.max(needed, Math.min(this.#buffer.byteLength * 2, this.#bytesMax)))
    grown.set(this.#buffer.subarray(0, this.#length))
    this.#buffer = grown
  }
}
