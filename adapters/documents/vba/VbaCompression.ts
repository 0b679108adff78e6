import type { Budget } from "../reading/Budget.ts"

/** Source of one module, decompressed. */
export const moduleBytesMax = 8 * 1024 * 1024
/** MS-OVBA 2.4.1.1.3: a chunk is no longer decompressed, nor, with its header, longer compressed than two bytes more. */
const chunkBytesMax = 4_096
const headerBytes = 2
const container = 0x01
/** Bits 12 to 14 of a chunk's header (MS-OVBA 2.4.1.1.5). */
const chunkSignature = 0b011

/** What a container holds, and where it ends in the bytes that were given. */
export interface Decompressed {
  readonly bytes: Uint8Array
  readonly end: number
  readonly isWhole: boolean
}

/**
 * What a compressed container of MS-OVBA 2.4.1 holds; of a damaged one what comes before the damage. Null where it does not
 * begin as one.
 */
export const decompressVba = (bytes: Uint8Array, budget: Budget): Uint8Array | null =>
  readContainer(bytes, 0, budget)?.bytes ?? null

/** The container that begins at `from`. */
export const readContainer = (bytes: Uint8Array, from: number, budget: Budget): Decompressed | null => {
  if (bytes[from] !== container) return null
  const out = new Output(Math.min(moduleBytesMax, budget.inflatable))
  let at = from + 1
  let isWhole = true
  while (at < bytes.length && isWhole && !out.isFull) {
    const header = bytes[at]! | (bytes[at + 1] ?? 0) << 8
    if (at + headerBytes > bytes.length || (header >> 12 & 0b111) !== chunkSignature) {
      isWhole = false
      break
    }
    // The size counts the header, less three (MS-OVBA 2.4.1.1.5).
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

/** Grows as it is written, never beyond `bytesMax`, and never by what a file claims. */
class Output {
  length = 0
  private chunkStart = 0
  private held = new Uint8Array(chunkBytesMax)
  private readonly bytesMax: number

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax
  }

  get isFull(): boolean {
    return this.length >= this.bytesMax
  }

  /** Bytes of the present chunk. */
  get written(): number {
    return this.length - this.chunkStart
  }

  startChunk(): void {
    this.chunkStart = this.length
    if (this.held.length >= this.length + chunkBytesMax) return
    const larger = new Uint8Array(this.held.length * 2)
    larger.set(this.held)
    this.held = larger
  }

  /** Whether there was room in the chunk. */
  put(byte: number): boolean {
    if (this.written >= chunkBytesMax || this.isFull) return false
    this.held[this.length++] = byte
    return true
  }

  /** Whether there is such a place in the chunk, and room. A copy may overlap what it writes. */
  copy(back: number, count: number): boolean {
    if (back > this.written) return false
    for (let copied = 0; copied < count; copied++) {
      if (!this.put(this.held[this.length - back]!)) return false
    }
    return true
  }

  bytes(): Uint8Array {
    return this.held.subarray(0, this.length)
  }
}

const readRaw = (bytes: Uint8Array, from: number, out: Output): boolean => {
  const end = Math.min(bytes.length, from + chunkBytesMax)
  for (let at = from; at < end; at++) out.put(bytes[at]!)
  return end === from + chunkBytesMax
}

/** Eight tokens behind each byte of flags: a literal, or a copy of what came before (MS-OVBA 2.4.1.1.7). */
const readTokens = (bytes: Uint8Array, from: number, end: number, out: Output): boolean => {
  let at = from
  while (at < end) {
    const flags = bytes[at++]!
    for (let bit = 0; bit < 8 && at < end; bit++) {
      if ((flags >> bit & 1) === 0) {
        if (!out.put(bytes[at++]!)) return false
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

/** The further a chunk has come, the more bits of a copy token say how far back it reaches (MS-OVBA 2.4.1.3.19.1). */
const offsetBits = (written: number): number => Math.max(4, 32 - Math.clz32(Math.max(0, written - 1)))
