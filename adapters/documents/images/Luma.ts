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

export const bytesOfRow = ({ bits, channels, width }: Pick<Samples, "bits" | "channels" | "width">): number =>
  Math.ceil(width * bits * channels / 8)

/** Shades of grey; a missing end is white, and what can be seen through is on white. Null where there is too much of it. */
export const lumaOf = (samples: Samples, meaning: Meaning): LumaImage | null => {
  const { bits, channels, height, width } = samples
  if (!isReadable(width, height) || ![1, 2, 4, 8, 16].includes(bits)) return null
  const luma = new Uint8Array(width * height).fill(255)
  const row = bytesOfRow(samples)
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

/** The values of a row, each in a byte of its own; of 16 bits the upper ones are enough. */
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

const shadeRow = (out: Uint8Array, values: Uint8Array, meaning: Meaning): void => {
  const { length } = out
  switch (meaning.kind) {
    case "table":
      for (let x = 0; x < length; x++) out[x] = meaning.shades[values[x]!] ?? 255
      return
    case "grey and alpha":
      for (let x = 0, at = 0; x < length; x++, at += 2) out[x] = onWhite(values[at]!, values[at + 1]!)
      return
    case "rgb":
      for (let x = 0, at = 0; x < length; x++, at += 3) out[x] = shade(values[at]!, values[at + 1]!, values[at + 2]!)
      return
    case "rgba":
      for (let x = 0, at = 0; x < length; x++, at += 4) {
        out[x] = onWhite(shade(values[at]!, values[at + 1]!, values[at + 2]!), values[at + 3]!)
      }
      return
    case "cmyk":
      for (let x = 0, at = 0; x < length; x++, at += 4) {
        out[x] = shadeOfInk(values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!)
      }
  }
}

/** How bright a colour is (ITU-R BT.601), in whole numbers. */
export const shade = (red: number, green: number, blue: number): number =>
  red * 19_595 + green * 38_470 + blue * 7_471 + 32_768 >> 16

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
export const masked = ({ height, luma, width }: LumaImage, mask: LumaImage): LumaImage => {
  const out = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y * mask.height / height) * mask.width
    for (let x = 0, at = y * width; x < width; x++, at++) {
      out[at] = onWhite(luma[at]!, mask.luma[row + (mask.width === width ? x : Math.floor(x * mask.width / width))]!)
    }
  }
  return { width, height, luma: out }
}

/** Each pixel the mean of so many along each side. */
export const shrunk = ({ height, luma, width }: LumaImage, by: number): LumaImage => {
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
