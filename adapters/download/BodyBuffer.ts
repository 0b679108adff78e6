/** Where a buffer begins; a length that a server claims is no reason for more. */
const firstBytes = 64 * 1024

/** Bytes that arrive in pieces, in one buffer that doubles: many small pieces cost no more memory than one large one. */
export class BodyBuffer {
  readonly #bytesMax: number
  #buffer = new Uint8Array(firstBytes)
  #length = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
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
