const blockBytes = 256 * 1024

/**
 * Collects received bytes in blocks, which can be transferred to a thread. Each byte is copied once on arrival, so that
 * even tens of megabytes do not block the event loop.
 */
export class Blocks {
  private readonly full: Array<ArrayBuffer> = []
  private last = new Uint8Array(0)
  private used = 0

  get length(): number {
    return this.full.length * blockBytes + this.used
  }

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      if (this.used === this.last.length) this.begin()
      const count = Math.min(bytes.length - at, this.last.length - this.used)
      this.last.set(bytes.subarray(at, at + count), this.used)
      this.used += count
      at += count
    }
  }

  /** Returns all blocks, each with its own buffer. */
  buffers(): ReadonlyArray<ArrayBuffer> {
    return this.used === 0 ? [...this.full] : [...this.full, this.last.buffer.slice(0, this.used)]
  }

  private begin(): void {
    if (this.used > 0) this.full.push(this.last.buffer)
    this.last = new Uint8Array(blockBytes)
    this.used = 0
  }
}

export const joinBuffers = (buffers: ReadonlyArray<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(buffers.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const buffer of buffers) {
    bytes.set(new Uint8Array(buffer), at)
    at += buffer.byteLength
  }
  return bytes
}
