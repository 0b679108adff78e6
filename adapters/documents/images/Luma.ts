/** A picture in shades of grey, row by row from the top; 0 is black. */
export interface LumaImage {
  readonly width: number
  readonly height: number
  readonly luma: Uint8Array
}

/** Pixels of a picture that are looked at. */
export const pixelsMax = 4 * 1024 * 1024
/** Pixels along a side. */
export const sidePixelsMax = 4_096

/** Whether a picture of this size may be read at all. */
export const isReadable = (width: number, height: number): boolean =>
  Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0 && width <= sidePixelsMax &&
  height <= sidePixelsMax && width * height <= pixelsMax

/** Values as PNG and PDF store them: rows that begin at a byte, samples of 1, 2, 4, 8 or 16 bits. */
export interface Samples {
  readonly width: number
  readonly height: number
  readonly bits: number
  /** Values of one pixel. */
  readonly channels: number
  readonly bytes: Uint8Array
}

/** What a pixel's values mean. A `table` gives the shade of each value of a pixel with one. */
export type Meaning =
  | { readonly kind: "table"; readonly shades: Uint8Array }
  | { readonly kind: "grey and alpha" | "rgb" | "rgba" | "cmyk" }

export const bytesOfRow = ({ bits, channels, width }: Samples): number => Math.ceil(width * bits * channels / 8)

/** Shades of grey; a missing end is white, and what can be seen through is on white. Null where there is too much of it. */
export const lumaOf = (samples: Samples, meaning: Meaning): LumaImage | null => {
  const { bits, bytes, channels, height, width } = samples
  if (!isReadable(width, height) || ![1, 2, 4, 8, 16].includes(bits)) return null
  const luma = new Uint8Array(width * height).fill(255)
  const row = bytesOfRow(samples)
  const rows = Math.min(height, Math.floor(bytes.length / row))
  const sampleMax = 2 ** Math.min(bits, 8) - 1
  // Of 16 bits the upper ones are enough.
  const sample = (from: number, at: number): number => {
    if (bits === 8) return bytes[from + at]!
    if (bits === 16) return bytes[from + 2 * at]!
    const bit = at * bits
    return bytes[from + (bit >> 3)]! >> 8 - bits - (bit & 7) & sampleMax
  }
  const scale = 255 / sampleMax
  for (let y = 0; y < rows; y++) {
    const from = y * row
    for (let x = 0; x < width; x++) {
      const at = x * channels
      const first = sample(from, at)
      luma[y * width + x] = meaning.kind === "table"
        ? meaning.shades[first] ?? 255
        : meaning.kind === "grey and alpha"
        ? onWhite(first * scale, sample(from, at + 1) * scale)
        : meaning.kind === "cmyk"
        ? shadeOfInk(
          first * scale,
          sample(from, at + 1) * scale,
          sample(from, at + 2) * scale,
          sample(from, at + 3) * scale
        )
        : onWhite(
          shade(first * scale, sample(from, at + 1) * scale, sample(from, at + 2) * scale),
          meaning.kind === "rgba" ? sample(from, at + 3) * scale : 255
        )
    }
  }
  return { width, height, luma }
}

/** How bright a colour is (ITU-R BT.601). */
export const shade = (red: number, green: number, blue: number): number =>
  (red * 299 + green * 587 + blue * 114) / 1_000

/** The same of printing inks, 255 being the most. */
export const shadeOfInk = (cyan: number, magenta: number, yellow: number, black: number): number =>
  shade(255 - cyan, 255 - magenta, 255 - yellow) * (255 - black) / 255

/** @param alpha 0 can be seen through wholly */
const onWhite = (value: number, alpha: number): number =>
  alpha === 255 ? value : (value * alpha + 255 * (255 - alpha)) / 255

/** Shades of the values of a picture with one channel, evenly from black to white. */
export const evenShades = (bits: number): Uint8Array => {
  const count = 2 ** Math.min(bits, 8)
  return Uint8Array.from({ length: count }, (_, value) => Math.round(value * 255 / (count - 1)))
}

/** A picture laid on white by another that says how much of it is seen, 0 being nothing. */
export const masked = ({ height, luma, width }: LumaImage, mask: LumaImage): LumaImage => ({
  width,
  height,
  luma: luma.map((value, at) => {
    const x = Math.floor(at % width * mask.width / width)
    const y = Math.floor(Math.floor(at / width) * mask.height / height)
    return onWhite(value, mask.luma[y * mask.width + x]!)
  })
})

/** Each pixel the mean of so many along each side. */
export const shrunk = ({ height, luma, width }: LumaImage, by: number): LumaImage => {
  if (by <= 1) return { width, height, luma }
  const [columns, rows] = [Math.floor(width / by), Math.floor(height / by)]
  const out = new Uint8Array(columns * rows)
  const sums = new Uint32Array(columns)
  for (let row = 0; row < rows; row++) {
    sums.fill(0)
    for (let y = row * by; y < (row + 1) * by; y++) {
      for (let x = 0, from = y * width; x < columns * by; x++) sums[Math.floor(x / by)]! += luma[from + x]!
    }
    for (let column = 0; column < columns; column++) out[row * columns + column] = sums[column]! / (by * by)
  }
  return { width: columns, height: rows, luma: out }
}

/** Each pixel so many along each side. */
export const enlarged = ({ height, luma, width }: LumaImage, by: number): LumaImage => {
  if (by <= 1) return { width, height, luma }
  const [columns, rows] = [width * by, height * by]
  const out = new Uint8Array(columns * rows)
  for (let y = 0; y < rows; y++) {
    const from = Math.floor(y / by) * width
    for (let x = 0; x < columns; x++) out[y * columns + x] = luma[from + Math.floor(x / by)]!
  }
  return { width: columns, height: rows, luma: out }
}
