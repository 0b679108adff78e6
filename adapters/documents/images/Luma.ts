/** A grayscale picture, row by row from the top; 0 is black. */
export interface LumaImage {
  readonly width: number
  readonly height: number
  readonly luma: Uint8Array
}

/** Maximum number of pixels per picture. */
export const pixelsMax = 4 * 1024 * 1024
export const sidePixelsMax = 4_096

/** Reports whether a picture of this size is within the limits. */
export const isWithinLimits = (width: number, height: number): boolean =>
  Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0 && width <= sidePixelsMax &&
  height <= sidePixelsMax && width * height <= pixelsMax

/** Samples as PNG and PDF store them: each row starts at a byte boundary, with samples of 1, 2, 4, 8 or 16 bits. */
export interface PackedSamples {
  readonly width: number
  readonly height: number
  readonly bits: number
  /** Number of samples per pixel. */
  readonly channels: number
  readonly bytes: Uint8Array
}

/** Interpretation of a pixel's samples. A `table` maps the value of a single-channel pixel to a shade. */
export type SampleFormat =
  | { readonly kind: "table"; readonly shades: Uint8Array }
  | { readonly kind: "gray and alpha" | "rgb" | "rgba" | "cmyk" }

export const bytesPerRow = ({ bits, channels, width }: Pick<PackedSamples, "bits" | "channels" | "width">): number =>
  Math.ceil(width * bits * channels / 8)

/**
 * Converts samples to grayscale. Missing rows are white, and transparent pixels are composited on white. Returns null
 * if the picture exceeds the size limits.
 */
export const lumaOf = (samples: PackedSamples, meaning: SampleFormat): LumaImage | null => {
  const { bits, channels, height, width } = samples
  if (!isWithinLimits(width, height) || ![1, 2, 4, 8, 16].includes(bits)) return null
  const luma = new Uint8Array(width * height).fill(255)
  const row = bytesPerRow(samples)
  const rows = Math.min(height, Math.floor(samples.bytes.length / row))
  const values = new Uint8Array(width * channels)
  for (let y = 0; y < rows; y++) {
    const stored = samples.bytes.subarray(y * row, (y + 1) * row)
    shadeRow(
      luma.subarray(y * width, (y + 1) * width),
      valuesOf(stored, bits, values, meaning.kind !== "table"),
      meaning
    )
  }
  return { width, height, luma }
}

/** Unpacks a row to one byte per sample; 16-bit samples keep only the high byte. */
const valuesOf = (stored: Uint8Array, bits: number, out: Uint8Array, isScaled: boolean): Uint8Array => {
  if (bits === 8) return stored
  if (bits === 16) {
    for (let at = 0; at < out.length; at++) out[at] = stored[at * 2]!
    return out
  }
  const largest = (1 << bits) - 1
  const scale = isScaled ? 255 / largest : 1
  for (let at = 0, bit = 0; at < out.length; at++, bit += bits) {
    out[at] = (stored[bit >> 3]! >> 8 - bits - (bit & 7) & largest) * scale
  }
  return out
}

const shadeRow = (out: Uint8Array, values: Uint8Array, meaning: SampleFormat): void => {
  const { length } = out
  switch (meaning.kind) {
    case "table":
      for (let x = 0; x < length; x++) out[x] = meaning.shades[values[x]!] ?? 255
      return
    case "gray and alpha":
      for (let x = 0, at = 0; x < length; x++, at += 2) out[x] = compositeOnWhite(values[at]!, values[at + 1]!)
      return
    case "rgb":
      for (let x = 0, at = 0; x < length; x++, at += 3) {
        out[x] = luminance(values[at]!, values[at + 1]!, values[at + 2]!)
      }
      return
    case "rgba":
      for (let x = 0, at = 0; x < length; x++, at += 4) {
        out[x] = compositeOnWhite(luminance(values[at]!, values[at + 1]!, values[at + 2]!), values[at + 3]!)
      }
      return
    case "cmyk":
      for (let x = 0, at = 0; x < length; x++, at += 4) {
        out[x] = inkLuminance(values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!)
      }
  }
}

/** Returns the brightness of a color (ITU-R BT.601) in integer arithmetic. */
export const luminance = (red: number, green: number, blue: number): number =>
  red * 19_595 + green * 38_470 + blue * 7_471 + 32_768 >> 16

/** Returns the brightness of CMYK ink, where 255 is full coverage. */
export const inkLuminance = (cyan: number, magenta: number, yellow: number, black: number): number =>
  luminance(255 - cyan, 255 - magenta, 255 - yellow) * (255 - black) / 255

/** @param alpha opacity from 0 (transparent) to 255 */
const compositeOnWhite = (value: number, alpha: number): number =>
  alpha === 255 ? value : (value * alpha + 255 * (255 - alpha)) / 255

/** Returns an even scale from black to white for single-channel samples with this number of bits. */
export const evenGrayScale = (bits: number): Uint8Array => {
  const count = 2 ** Math.min(bits, 8)
  return Uint8Array.from({ length: count }, (_, value) => Math.round(value * 255 / (count - 1)))
}

/** Composites a picture on white through a mask, in which 0 means transparent. */
export const applyMask = ({ height, luma, width }: LumaImage, mask: LumaImage): LumaImage => {
  const out = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y * mask.height / height) * mask.width
    for (let x = 0, at = y * width; x < width; x++, at++) {
      out[at] = compositeOnWhite(
        luma[at]!,
        mask.luma[row + (mask.width === width ? x : Math.floor(x * mask.width / width))]!
      )
    }
  }
  return { width, height, luma: out }
}

/** Downscales by averaging squares of `by` × `by` pixels. */
export const downscale = ({ height, luma, width }: LumaImage, by: number): LumaImage => {
  if (by <= 1) return { width, height, luma }
  const [columns, rows] = [Math.floor(width / by), Math.floor(height / by)]
  const out = new Uint8Array(columns * rows)
  const sums = new Uint32Array(columns)
  for (let row = 0; row < rows; row++) {
    sums.fill(0)
    for (let y = row * by; y < (row + 1) * by; y++) {
      for (let column = 0, from = y * width; column < columns; column++) {
        for (let x = 0; x < by; x++) sums[column]! += luma[from++]!
      }
    }
    for (let column = 0; column < columns; column++) out[row * columns + column] = sums[column]! / (by * by)
  }
  return { width: columns, height: rows, luma: out }
}

/** Upscales by repeating each pixel `by` × `by` times. */
export const upscale = ({ height, luma, width }: LumaImage, by: number): LumaImage => {
  if (by <= 1) return { width, height, luma }
  const [columns, rows] = [width * by, height * by]
  const out = new Uint8Array(columns * rows)
  for (let y = 0; y < rows; y++) {
    const from = Math.floor(y / by) * width
    for (let x = 0; x < columns; x++) out[y * columns + x] = luma[from + Math.floor(x / by)]!
  }
  return { width: columns, height: rows, luma: out }
}
