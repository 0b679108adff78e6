import { isWithinLimits, type LumaImage, luminance } from "./Luma.ts"

/** Bytes of the header of a BMP file, before that of its bitmap. */
const fileHeaderBytes = 14
/** Minimum bytes of the header of a bitmap (BITMAPINFOHEADER). */
const bitmapHeaderBytesMin = 40

/** Compressions: none, and none with masks that name the bytes of the colors. */
const uncompressed: ReadonlySet<number> = new Set([0, 3])

/** Returns the dimensions in the header of a BMP picture in pixels; null for other files. */
export const sizeOfBmp = (bytes: Uint8Array): { readonly width: number; readonly height: number } | null => {
  const view = viewOf(bytes)
  if (!isBmp(bytes) || bytes.length < fileHeaderBytes + bitmapHeaderBytesMin) return null
  return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
}

export const isBmp = (bytes: Uint8Array): boolean => bytes[0] === 0x42 && bytes[1] === 0x4d

/**
 * Decodes a BMP picture to grayscale. Returns null if the bytes are not a BMP picture, or if the picture is compressed or
 * exceeds the size limits. Missing rows are white.
 *
 * Source: Microsoft, BITMAPFILEHEADER, BITMAPINFOHEADER (Windows GDI).
 */
export const decodeBmpLuma = (bytes: Uint8Array): LumaImage | null => {
  const size = sizeOfBmp(bytes)
  if (size === null || !isWithinLimits(size.width, size.height)) return null
  const { height, width } = size
  const view = viewOf(bytes)
  const [start, header] = [view.getUint32(10, true), view.getUint32(14, true)]
  const [bits, compression] = [view.getUint16(28, true), view.getUint32(30, true)]
  if (![1, 4, 8, 24, 32].includes(bits) || !uncompressed.has(compression)) return null
  const shades = bits > 8 ? null : shadesOf(bytes.subarray(fileHeaderBytes + header, start))
  // Positive heights mean rows from the bottom up. Each row is padded to 4 bytes.
  const isBottomUp = view.getInt32(22, true) > 0
  const rowBytes = Math.ceil(width * bits / 32) * 4
  const luma = new Uint8Array(width * height).fill(255)
  for (let y = 0; y < height; y++) {
    const row = bytes.subarray(start + y * rowBytes, start + (y + 1) * rowBytes)
    if (row.length < Math.ceil(width * bits / 8)) break
    shadeRow(luma.subarray((isBottomUp ? height - 1 - y : y) * width), row, width, bits, shades)
  }
  return { width, height, luma }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Returns the shades of a palette, whose entries are blue, green, red and a reserved byte. */
const shadesOf = (palette: Uint8Array): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, entry) => {
    const [blue = 255, green = 255, red = 255] = palette.subarray(entry * 4, entry * 4 + 3)
    return luminance(red, green, blue)
  })

const shadeRow = (
  out: Uint8Array,
  row: Uint8Array,
  width: number,
  bits: number,
  shades: Uint8Array | null
): void => {
  for (let x = 0, bit = 0; x < width; x++, bit += bits) {
    const at = bit >> 3
    out[x] = shades === null
      ? luminance(row[at + 2]!, row[at + 1]!, row[at]!)
      : shades[row[at]! >> 8 - bits - (bit & 7) & (1 << bits) - 1]!
  }
}
