/** Initial buffer size, in bytes, for content of unknown length. */
const firstBytes = 64 * 1024

/**
 * Collects a document's bytes in one buffer as chunks arrive. No final copy is needed, which would take milliseconds
 * for a large document. A known length is allocated at once; otherwise the buffer doubles. Many small chunks use no
 * more memory than one large one.
 */
export class ReceivedBytes {
  readonly #bytesMax: number
  #buffer: Uint8Array
  #length = 0

  /**
   * @param bytesMax size limit; `add` rejects anything beyond it
   * @param bytesExpected trusted size of the content: the operating system commits the memory only as it is filled,
   * but it counts as allocated
   */
  constructor(bytesMax: number, bytesExpected: number = firstBytes) {
    this.#bytesMax = bytesMax
    this.#buffer = new Uint8Array(Math.min(bytesExpected, bytesMax))
  }

  get length(): number {
    return this.#length
  }

  /** Appends a chunk. Returns false, and adds nothing, if the total would exceed the limit. */
  add(chunk: Uint8Array): boolean {
    const length = this.#length + chunk.byteLength
    if (length > this.#bytesMax) return false
    if (length > this.#buffer.byteLength) this.#grow(length)
    this.#buffer.set(chunk, this.#length)
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
