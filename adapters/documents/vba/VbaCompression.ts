import type { Budget } from "../reading/Budget.ts"

/** Maximum decompressed source of one module, in bytes. */
export const moduleBytesMax = 8 * 1024 * 1024
/**
 * Maximum size of a decompressed chunk in bytes. A compressed chunk with its header is at most two bytes larger
 * (MS-OVBA 2.4.1.1.3).
 */
const chunkBytesMax = 4_096
const headerBytes = 2
const container = 0x01
/** Value of bits 12 to 14 in the header of every chunk (MS-OVBA 2.4.1.1.5). */
const chunkSignature = 0b011

/** Decompressed content of a container, and the offset of the container's end. */
export interface Decompressed {
  readonly bytes: Uint8Array
  readonly end: number
  readonly isWhole: boolean
}

/**
 * Decompresses a container (MS-OVBA 2.4.1). A damaged container yields the content before the damage. Null if the bytes
 * do not start with a container.
 */
export const decompressVba = (bytes: Uint8Array, budget: Budget): Uint8Array | null =>
  decompressContainer(bytes, 0, budget)?.bytes ?? null

/** Decompresses the container at `from`; null if there is none. */
export const decompressContainer = (bytes: Uint8Array, from: number, budget: Budget): Decompressed | null => {
  if (bytes[from] !== container) return null
  const out = new ChunkOutput(Math.min(moduleBytesMax, budget.inflatable))
  let at = from + 1
  let isWhole = true
  while (at < bytes.length && isWhole && !out.isFull) {
    const header = bytes[at]! | (bytes[at + 1] ?? 0) << 8
    if (at + headerBytes > bytes.length || (header >> 12 & 0b111) !== chunkSignature) {
      isWhole = false
      break
    }
    // The stored number is the size of the chunk with its header, minus three (MS-OVBA 2.4.1.1.5).
    const end = Math.min(bytes.length, at + (header & 0xfff) + 3)
    out.startChunk()
    isWhole = header >> 15 === 1
      ? readTokens(bytes, at + headerBytes, end, out)
      : readRaw(bytes, at + headerBytes, out)
    at = header >> 15 === 1 ? end : Math.min(bytes.length, at + headerBytes + chunkBytesMax)
  }
  budget.spendInflated(at - from, out.length, out.isFull && at < bytes.length)
  return { bytes: out.bytes(), end: at, isWhole }
}

/** Output buffer that grows as data is written, up to `bytesMax` bytes, whatever sizes the file states. */
class ChunkOutput {
  length = 0
  private chunkStart = 0
  private buffer = new Uint8Array(chunkBytesMax)
  private readonly bytesMax: number

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax
  }

  get isFull(): boolean {
    return this.length >= this.bytesMax
  }

  /** Number of bytes written to the current chunk. */
  get written(): number {
    return this.length - this.chunkStart
  }

  startChunk(): void {
    this.chunkStart = this.length
    if (this.buffer.length >= this.length + chunkBytesMax) return
    const larger = new Uint8Array(this.buffer.length * 2)
    larger.set(this.buffer)
    this.buffer = larger
  }

  /** Appends a byte. Returns false if the chunk or buffer is full. */
  writeByte(byte: number): boolean {
    if (this.written >= chunkBytesMax || this.isFull) return false
    this.buffer[this.length++] = byte
    return true
  }

  /**
   * Copies `count` bytes of output from `back` bytes earlier. The two ranges may overlap. Returns false if the source
   * is outside the chunk, or if the chunk or buffer is full.
   */
  copy(back: number, count: number): boolean {
    if (back > this.written) return false
    for (let copied = 0; copied < count; copied++) {
      if (!this.writeByte(this.buffer[this.length - back]!)) return false
    }
    return true
  }

  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length)
  }
}

const readRaw = (bytes: Uint8Array, from: number, out: ChunkOutput): boolean => {
  const end = Math.min(bytes.length, from + chunkBytesMax)
  for (let at = from; at < end; at++) out.writeByte(bytes[at]!)
  return end === from + chunkBytesMax
}

/**
 * Reads sequences of a byte of flags and eight tokens. Each token is a literal or a copy of earlier output (MS-OVBA
 * 2.4.1.1.7). Returns false if the data is invalid.
 */
const readTokens = (bytes: Uint8Array, from: number, end: number, out: ChunkOutput): boolean => {
  let at = from
  while (at < end) {
    const flags = bytes[at++]!
    for (let bit = 0; bit < 8 && at < end; bit++) {
      if ((flags >> bit & 1) === 0) {
        if (!out.writeByte(bytes[at++]!)) return false
        continue
      }
      if (at + 2 > end) return false
      const token = bytes[at]! | bytes[at + 1]! << 8
      at += 2
      const bits = offsetBits(out.written)
      if (!out.copy((token >> 16 - bits) + 1, (token & 0xffff >> bits) + 3)) return false
    }
  }
  return true
}

/**
 * Returns the number of offset bits in a copy token. The number grows with the bytes written to the chunk (MS-OVBA
 * 2.4.1.3.19.1).
 */
const offsetBits = (written: number): number => Math.max(4, 32 - Math.clz32(Math.max(0, written - 1)))
