import { isWithinLimits, type LumaImage, luminance } from "./Luma.ts"

/** Maximum blocks before the first image. */
const blocksMax = 1_024
/** Maximum bits of a code. */
const codeBitsMax = 12

/** Returns the dimensions of the screen of a GIF picture in pixels; null for other files. */
export const sizeOfGif = (bytes: Uint8Array): { readonly width: number; readonly height: number } | null =>
  isGif(bytes) && bytes.length >= 13 ? { width: word(bytes, 6), height: word(bytes, 8) } : null

export const isGif = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x47 && bytes[1] === 0x49 && bytes[2] === 0x46 && bytes[3] === 0x38

const word = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | (bytes[at + 1] ?? 0) << 8

/**
 * Decodes the first image of a GIF picture to grayscale on white. Returns null if there is none, or if it exceeds the size
 * limits. Missing pixels are white.
 *
 * Source: CompuServe, GIF89a specification (1990).
 */
export const decodeGifLuma = (bytes: Uint8Array): LumaImage | null => {
  const size = sizeOfGif(bytes)
  if (size === null || !isWithinLimits(size.width, size.height)) return null
  const flags = bytes[10]!
  let at = 13
  const global = flags & 0x80 ? bytes.subarray(at, at += 3 * (2 << (flags & 7))) : null
  let clear: number | null = null
  for (let block = 0; block < blocksMax && at < bytes.length; block++) {
    const kind = bytes[at++]
    if (kind === 0x21) {
      // The graphic control extension names the transparent color.
      if (bytes[at] === 0xf9 && (bytes[at + 2]! & 1) === 1) clear = bytes[at + 5] ?? null
      at = endOfBlocks(bytes, at + 1)
    } else if (kind === 0x2c) return readImage(bytes, at, size, global, clear)
    else return null
  }
  return null
}

/** Returns the position after a chain of sub-blocks, each with its length, which ends in an empty one. */
const endOfBlocks = (bytes: Uint8Array, from: number): number => {
  let at = from
  while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1
  return at + 1
}

const readImage = (
  bytes: Uint8Array,
  start: number,
  screen: { readonly width: number; readonly height: number },
  global: Uint8Array | null,
  clear: number | null
): LumaImage | null => {
  const [left, top, width, height] = [0, 2, 4, 6].map((offset) => word(bytes, start + offset))
  if (!isWithinLimits(width!, height!)) return null
  const flags = bytes[start + 8] ?? 0
  let at = start + 9
  const own = flags & 0x80 ? bytes.subarray(at, at += 3 * (2 << (flags & 7))) : null
  const shades = shadesOf(own ?? global ?? new Uint8Array(0), clear)
  const values = decodeLzw(bytes, at, width! * height!)
  const rows = flags & 0x40 ? interlacedRows(height!) : null
  const luma = new Uint8Array(screen.width * screen.height).fill(255)
  for (let index = 0; index < values.length; index++) {
    const line = Math.floor(index / width!)
    const [x, y] = [left! + index % width!, top! + (rows === null ? line : rows[line]!)]
    if (x < screen.width && y < screen.height) luma[y * screen.width + x] = shades[values[index]!]!
  }
  return { ...screen, luma }
}

const shadesOf = (palette: Uint8Array, clear: number | null): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, entry) => {
    const [red = 255, green = 255, blue = 255] = palette.subarray(entry * 3, entry * 3 + 3)
    return entry === clear ? 255 : luminance(red, green, blue)
  })

/** Returns the row of each stored line of an interlaced image: four passes (appendix E). */
const interlacedRows = (height: number): ReadonlyArray<number> => {
  const rows: Array<number> = []
  for (const [first, step] of [[0, 8], [4, 8], [2, 4], [1, 2]] as const) {
    for (let row = first; row < height; row += step) rows.push(row)
  }
  return rows
}

/** Decodes the color indexes of an image (appendix F): LZW with the lowest bits first. Stops at an invalid code. */
const decodeLzw = (bytes: Uint8Array, start: number, count: number): Uint8Array => {
  const rootBits = Math.min(8, Math.max(2, bytes[start] ?? 2))
  const [clear, end] = [1 << rootBits, (1 << rootBits) + 1]
  // Each code stands for the index sequence of an earlier code followed by one index.
  const [before, last, length] = [new Uint16Array(4_096), new Uint8Array(4_096), new Uint16Array(4_096)]
  for (let code = 0; code < clear; code++) [last[code], length[code]] = [code, 1]
  const out = new Uint8Array(count)
  const codes = new CodeReader(bytes, start + 1)
  let [size, next, previous, at] = [rootBits + 1, end + 1, -1, 0]
  for (let code = codes.read(size); code >= 0 && code !== end && at < count; code = codes.read(size)) {
    if (code === clear) {
      ;[size, next, previous] = [rootBits + 1, end + 1, -1]
      continue
    }
    if (code > next || code === next && previous < 0) break
    const known = code < next ? code : previous
    const total = length[known]! + (code === next ? 1 : 0)
    let from = known
    for (let place = at + length[known]! - 1; place >= at; place--) {
      if (place < count) out[place] = last[from]!
      from = before[from]!
    }
    if (code === next && at + total <= count) out[at + total - 1] = out[at]!
    if (previous >= 0 && next < 4_096) {
      before[next] = previous
      last[next] = out[at]!
      length[next] = length[previous]! + 1
      if (++next === 1 << size && size < codeBitsMax) size++
    }
    at += total
    previous = code
  }
  return out.subarray(0, Math.min(at, count))
}

/** Reads codes from sub-blocks, lowest bits first. */
class CodeReader {
  private readonly bytes: Uint8Array
  private at: number
  private left = 0
  private bits = 0
  private count = 0

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes
    this.at = at
  }

  /** Returns the next code, or -1 at the end. */
  read(size: number): number {
    while (this.count < size) {
      if (this.left === 0) {
        this.left = this.bytes[this.at++] ?? 0
        if (this.left === 0) return -1
      }
      if (this.at >= this.bytes.length) return -1
      this.bits |= this.bytes[this.at++]! << this.count
      this.count += 8
      this.left--
    }
    const code = this.bits & (1 << size) - 1
    this.bits >>>= size
    this.count -= size
    return code
  }
}
