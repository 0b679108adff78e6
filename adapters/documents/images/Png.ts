import { undoPng } from "../pdf/objects/PdfPredictor.ts"
import type { Budget } from "../reading/Budget.ts"
import { inflate } from "../reading/Inflate.ts"
import {
  bytesPerRow,
  evenGrayScale,
  isWithinLimits,
  type LumaImage,
  lumaOf,
  luminance,
  type PackedSamples,
  type SampleFormat
} from "./Luma.ts"

/** Maximum number of chunks read. Even large pictures have fewer. */
export const chunksMax = 4_096

/**
 * Decodes a PNG picture (W3C PNG, third edition) to grayscale on white. Returns null if the bytes are not a PNG
 * picture, or if the picture is interlaced or exceeds the size limits.
 */
export const decodePngLuma = (bytes: Uint8Array, budget: Budget): LumaImage | null => {
  if (signature.some((byte, at) => bytes[at] !== byte)) return null
  const chunks = chunksOf(bytes)
  const header = chunks.find(({ type }) => type === "IHDR")?.data
  if (header === undefined || header.length < 13) return null
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  const [bits = 0, colors = 0, , , interlaced] = header.subarray(8)
  const channels = [1, 0, 3, 1, 2, 0, 4][colors] ?? 0
  if (!isWithinLimits(width, height) || channels === 0 || ![1, 2, 4, 8, 16].includes(bits) || interlaced !== 0) {
    return null
  }
  const samples: PackedSamples = { width, height, bits, channels, bytes: new Uint8Array(0) }
  const row = bytesPerRow(samples)
  const stored = joinParts(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data))
  const inflated = inflate(stored, Math.min(budget.inflatable, (row + 1) * height))
  // Charges the picture as if it were uncompressed, so that a white picture, which compresses well, does not count as a
  // bomb. The dimensions limit its size.
  budget.spendInflated(inflated.bytes.length, inflated.bytes.length, false)
  const rows = undoPng(inflated.bytes, row, Math.ceil(bits * channels / 8))
  return lumaOf({ ...samples, bytes: rows }, meaningOf(colors, bits, chunks))
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

interface Chunk {
  readonly type: string
  readonly data: Uint8Array
}

/**
 * Reads the chunks: length, type, data and checksum (section 5.3). Ignores checksums. The last chunk may be cut off.
 */
const chunksOf = (bytes: Uint8Array): ReadonlyArray<Chunk> => {
  const chunks: Array<Chunk> = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = signature.length; at + 8 <= bytes.length && chunks.length < chunksMax;) {
    const length = view.getUint32(at)
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    chunks.push({ type, data: bytes.subarray(at + 8, Math.min(bytes.length, at + 8 + length)) })
    if (type === "IEND") break
    at += 12 + length
  }
  return chunks
}

const meaningOf = (colors: number, bits: number, chunks: ReadonlyArray<Chunk>): SampleFormat => {
  const transparency = chunks.find(({ type }) => type === "tRNS")?.data
  switch (colors) {
    case 2:
      return { kind: "rgb" }
    case 3: {
      const palette = chunks.find(({ type }) => type === "PLTE")?.data ?? new Uint8Array(0)
      const shades = Uint8Array.from({ length: 256 }, (_, entry) => {
        const [red = 255, green = 255, blue = 255] = palette.subarray(entry * 3, entry * 3 + 3)
        const alpha = transparency?.[entry] ?? 255
        return (luminance(red, green, blue) * alpha + 255 * (255 - alpha)) / 255
      })
      return { kind: "table", shades }
    }
    case 4:
      return { kind: "gray and alpha" }
    case 6:
      return { kind: "rgba" }
    default: {
      const shades = evenGrayScale(bits)
      // Index of the transparent shade. Not used at 16 bits, where the low byte decides too.
      const clear = bits < 16 && transparency !== undefined ? transparency[1] : undefined
      if (clear !== undefined && clear < shades.length) shades[clear] = 255
      return { kind: "table", shades }
    }
  }
}

const joinParts = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}
