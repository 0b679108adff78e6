/** Sizes in bytes of the first block of a buffer and of its largest blocks. */
const firstBlockBytes = 1_024
const blockBytesMax = 64 * 1_024

/**
 * Bytes that are still arriving. Readers get the bytes received so far, and wait for the rest. All readers share the
 * same blocks, so a file is in memory once. Chunks are copied into the blocks, so many tiny chunks take little more
 * memory than their bytes.
 */
export class FileBuffer {
  size = 0
  private readonly blocks: Array<Uint8Array> = []
  /** Number of bytes in use in the last block. */
  private used = 0
  private isComplete = false
  private failure: Error | null = null
  private waiting: Array<() => void> = []
  private readonly listeners: Array<() => void> = []

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      let block = this.blocks.at(-1)
      if (block === undefined || this.used === block.length) {
        block = new Uint8Array(Math.min(blockBytesMax, block === undefined ? firstBlockBytes : block.length * 2))
        this.blocks.push(block)
        this.used = 0
      }
      const part = chunk.subarray(at, at + block.length - this.used)
      block.set(part, this.used)
      this.used += part.length
      at += part.length
    }
    this.size += chunk.length
    this.wake()
  }

  complete(): void {
    this.isComplete = true
    this.wake()
    for (const listener of this.listeners) listener()
  }

  /** Calls the listener once all bytes have arrived, or immediately if they already have. */
  onComplete(listener: () => void): void {
    if (this.isComplete) listener()
    else this.listeners.push(listener)
  }

  /** Ends the readers with an error, unless all bytes have arrived. */
  fail(error: Error): void {
    if (this.isComplete) return
    this.failure = error
    this.wake()
  }

  /** Yields the bytes from the start. Can be called more than once. */
  async *read(): AsyncGenerator<Uint8Array> {
    for (let index = 0, offset = 0;;) {
      const block = this.blocks[index]
      const end = index < this.blocks.length - 1 ? block!.length : this.used
      if (block !== undefined && offset < end) {
        yield block.subarray(offset, end)
        offset = end
      } else if (index < this.blocks.length - 1) {
        index++
        offset = 0
      } else if (this.failure !== null) throw this.failure
      else if (this.isComplete) return
      else await new Promise<void>((resolve) => this.waiting.push(resolve))
    }
  }

  /** Copies the bytes received so far. */
  bytes(): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(this.size)
    let at = 0
    for (const [index, block] of this.blocks.entries()) {
      const part = index === this.blocks.length - 1 ? block.subarray(0, this.used) : block
      whole.set(part, at)
      at += part.length
    }
    return whole
  }

  private wake(): void {
    const waiting = this.waiting
    this.waiting = []
    for (const resolve of waiting) resolve()
  }
}
