/** Default maximum size of a document in bytes: 25 MiB. */
export const uploadBytesMaxDefault = 25 * 1024 * 1024

/** Initial buffer size, in bytes, for content of unknown length. */
const firstBytes = 64 * 1024

/**
 * Collects a document's bytes in one buffer as chunks arrive. This avoids a final copy, which would take milliseconds
 * for a large document. If the length is known, the buffer is allocated at once; otherwise its size doubles when it is
 * full. Many small chunks use as much memory as one large chunk.
 */
export class ReceivedBytes {
  readonly #bytesMax: number
  #buffer: Uint8Array
  #length = 0

  /**
   * @param bytesMax size limit in bytes; `add` rejects a chunk that would exceed it
   * @param bytesExpected trusted size of the content in bytes. A buffer of this size is allocated at once; the
   * operating system commits its memory only as it is filled.
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
