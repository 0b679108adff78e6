import { HuffmanTable, JpegBits, nextMarker } from "./JpegBits.ts"
import { type Component, type Scan, ScanReader, zigzag } from "./JpegScan.ts"
import { isWithinLimits, type LumaImage } from "./Luma.ts"

/** Maximum number of blocks decoded in all scans of a picture. Suffices for about ten scans of the largest picture. */
export const jpegBlocksMax = 1_000_000
/** Maximum number of scans per picture. Encoders write about ten scans. */
export const jpegScansMax = 64
/** Maximum longer side of the result, in pixels. Larger pictures are decoded at 1/2, 1/4 or 1/8 of their size. */
export const jpegSidePixels = 1_152

/**
 * Decodes a sequential or progressive JPEG picture (ITU-T T.81) to grayscale. Decodes only the components that carry
 * brightness, and decodes a truncated or damaged picture as far as possible. Returns null if the bytes are not a JPEG
 * picture, use an unsupported process (arithmetic, lossless, 12-bit), or exceed the size limits.
 */
export const decodeJpegLuma = (bytes: Uint8Array): LumaImage | null => {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null
  const reader = new JpegDecoder(bytes)
  reader.read()
  return reader.image()
}

interface Frame {
  readonly width: number
  readonly height: number
  readonly isProgressive: boolean
  readonly components: ReadonlyArray<Component>
  readonly unitColumns: number
  readonly unitRows: number
}

class JpegDecoder {
  private readonly bytes: Uint8Array
  private readonly quantizations = new Map<number, Uint16Array>()
  /** Huffman tables by class and number: 0 to 3 for DC coefficients, 16 to 19 for AC coefficients. */
  private readonly tables = new Map<number, HuffmanTable>()
  private frame: Frame | null = null
  private restarts = 0
  /** Color transform from the Adobe marker; null if there is no such marker. */
  private transform: number | null = null
  private blocksLeft = jpegBlocksMax
  private scansLeft = jpegScansMax

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  read(): void {
    const { bytes } = this
    for (let at = nextMarker(bytes, 2); at + 4 <= bytes.length; at = nextMarker(bytes, at)) {
      const kind = bytes[at + 1]!
      if (kind === 0xd9) return
      const hasLength = kind !== 0x01 && (kind < 0xd0 || kind > 0xd8)
      if (!hasLength) {
        at += 2
        continue
      }
      const length = bytes[at + 2]! << 8 | bytes[at + 3]!
      const segment = bytes.subarray(at + 4, at + 2 + Math.max(2, length))
      at += 2 + Math.max(2, length)
      if (!this.readSegment(kind, segment, at)) return
    }
  }

  image(): LumaImage | null {
    const { frame } = this
    if (frame === null) return null
    const [light, black] = frame.components.filter(({ coefficients }) => coefficients !== null)
    if (light === undefined) return null
    const size = sizeOf(frame)
    const lightest = this.shades(light, frame, size)
    // With the Adobe marker, ink values are already stored inverted.
    const ink = (value: number) => this.transform === null && frame.components.length === 4 ? 255 - value : value
    const blackest = black === undefined ? null : this.shades(black, frame, size)
    const luma = blackest === null ?
      lightest.luma :
      lightest.luma.map((value, at) => ink(value) * ink(blackest.luma[at] ?? 255) / 255)
    return { ...lightest, luma }
  }

  private shades(component: Component, frame: Frame, size: number): LumaImage {
    const { across, coefficients, columns, down, quantization, rows, storedColumns } = component
    const [acrossMax, downMax] = [largest(frame, "across"), largest(frame, "down")]
    const quantizers = this.quantizations.get(quantization) ?? new Uint16Array(64).fill(1)
    const width = Math.min(columns * size, Math.ceil(frame.width * across * size / (acrossMax * 8)))
    const height = Math.min(rows * size, Math.ceil(frame.height * down * size / (downMax * 8)))
    return shadesOfBlocks(coefficients ?? new Int16Array(0), quantizers, storedColumns, width, height, size)
  }

  /** Reads a segment. Returns whether to continue with the next segment. */
  private readSegment(kind: number, segment: Uint8Array, end: number): boolean {
    switch (kind) {
      case 0xc0:
      case 0xc1:
      case 0xc2:
        // Ignores further frames.
        if (this.frame === null) this.frame = frameOf(segment, kind === 0xc2)
        return this.frame !== null
      case 0xc4:
        this.readTables(segment)
        return true
      case 0xdb:
        this.readQuantizations(segment)
        return true
      case 0xdd:
        this.restarts = (segment[0] ?? 0) << 8 | (segment[1] ?? 0)
        return true
      case 0xee:
        if (segment.length >= 12 && String.fromCharCode(...segment.subarray(0, 5)) === "Adobe") {
          this.transform = segment[11]!
        }
        return true
      case 0xda:
        return this.readScan(segment, end)
      default:
        // Ends reading at a frame with an unsupported coding process.
        return kind < 0xc3 || kind > 0xcf || kind === 0xc8 || kind === 0xcc
    }
  }

  private readScan(segment: Uint8Array, end: number): boolean {
    const { frame, restarts, tables } = this
    if (frame === null || --this.scansLeft < 0) return false
    const count = segment[0] ?? 0
    const parts = Array.from({ length: Math.min(4, count) }, (_, at) => {
      const [id, numbers = 0] = segment.subarray(1 + 2 * at, 3 + 2 * at)
      const component = frame.components.find((one) => one.id === id)
      return component && { component, dc: tables.get(numbers >> 4), ac: tables.get(16 + (numbers & 15)) }
    }).filter((part) => part !== undefined)
    if (parts.length !== count || count === 0) return false
    const [from = 0, to = 63, shifts = 0] = segment.subarray(1 + 2 * count)
    const scan: Scan = {
      ...frame,
      parts,
      restarts,
      from: Math.min(63, from),
      to: Math.min(63, to),
      high: shifts >> 4,
      low: Math.min(13, shifts & 15)
    }
    // Skips scans that contain only unused color components.
    if (parts.every(({ component }) => component.coefficients === null)) return true
    this.blocksLeft = new ScanReader(new JpegBits(this.bytes, end), scan).read(this.blocksLeft)
    return this.blocksLeft > 0
  }

  /** Reads Huffman tables (section B.2.4.2). */
  private readTables(segment: Uint8Array): void {
    for (let at = 0; at + 17 <= segment.length;) {
      const counts = segment.subarray(at + 1, at + 17)
      const total = counts.reduce((sum, count) => sum + count, 0)
      this.tables.set(segment[at]!, new HuffmanTable(counts, segment.subarray(at + 17, at + 17 + total)))
      at += 17 + total
    }
  }

  /** Reads quantization tables (section B.2.4.1). */
  private readQuantizations(segment: Uint8Array): void {
    for (let at = 0; at < segment.length;) {
      const [bytes, number] = [segment[at]! >> 4 === 0 ? 1 : 2, segment[at]! & 15]
      const values = new Uint16Array(64)
      for (let index = 0; index < 64; index++) {
        const from = at + 1 + index * bytes
        const value = bytes === 1 ? segment[from] : (segment[from] ?? 0) << 8 | (segment[from + 1] ?? 0)
        values[zigzag[index]!] = value ?? 0
      }
      this.quantizations.set(number, values)
      at += 1 + 64 * bytes
    }
  }
}

const largest = ({ components }: Pick<Frame, "components">, side: "across" | "down"): number =>
  Math.max(...components.map((component) => component[side]))

/** Reads a frame header (section B.2.2); null if it is malformed or unsupported, or exceeds the size limits. */
const frameOf = (segment: Uint8Array, isProgressive: boolean): Frame | null => {
  const [bits, highHeight = 0, lowHeight = 0, highWidth = 0, lowWidth = 0, count = 0] = segment
  const [width, height] = [highWidth << 8 | lowWidth, highHeight << 8 | lowHeight]
  if (bits !== 8 || !isWithinLimits(width, height) || ![1, 3, 4].includes(count) || segment.length < 6 + 3 * count) {
    return null
  }
  const heads = Array.from({ length: count }, (_, at) => {
    const [id = 0, sampling = 0, quantization = 0] = segment.subarray(6 + 3 * at, 9 + 3 * at)
    return { id, across: sampling >> 4, down: sampling & 15, quantization }
  })
  if (heads.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4)) return null
  const [acrossMax, downMax] = [
    Math.max(...heads.map(({ across }) => across)),
    Math.max(...heads.map(({ down }) => down))
  ]
  const [unitColumns, unitRows] = [Math.ceil(width / (8 * acrossMax)), Math.ceil(height / (8 * downMax))]
  const components = heads.map((head, at): Component => {
    const storedColumns = unitColumns * head.across
    return {
      ...head,
      columns: Math.ceil(Math.ceil(width * head.across / acrossMax) / 8),
      rows: Math.ceil(Math.ceil(height * head.down / downMax) / 8),
      storedColumns,
      // Decodes only the first component, and the fourth component, which is black ink.
      coefficients: at === 0 || at === 3 ? new Int16Array(storedColumns * unitRows * head.down * 64) : null
    }
  })
  return { width, height, isProgressive, components, unitColumns, unitRows }
}

/** Returns the side of a decoded block in pixels: 8, 4, 2 or 1. */
const sizeOf = ({ height, width }: Frame): number => {
  const side = Math.max(width, height)
  return [8, 4, 2].find((size) => side * size / 8 <= jpegSidePixels) ?? 1
}

/**
 * Transforms each block of 64 coefficients into a square of pixels (ITU-T T.81, section A.3.3). A smaller size uses
 * only the lower frequencies, which downscales the picture during decoding.
 *
 * @param size side of the square in pixels: 8, 4, 2 or 1
 */
const shadesOfBlocks = (
  coefficients: Int16Array,
  quantizers: Uint16Array,
  storedColumns: number,
  width: number,
  height: number,
  size: number
): LumaImage => {
  const luma = new Uint8ClampedArray(width * height)
  const waves = wavesOf(size)
  const columns = new Float32Array(64)
  for (let top = 0; top < height; top += size) {
    for (let left = 0; left < width; left += size) {
      const from = (top / size * storedColumns + left / size) * 64
      // Transforms the columns, then the rows. Columns after the last coefficient other than zero are zero.
      let end = 0
      for (let u = 0; u < size; u++) {
        const first = coefficients[from + u]! * quantizers[u]! * waves[0]!
        if (first !== 0) end = u + 1
        for (let y = 0; y < size; y++) columns[y * 8 + u] = first
        for (let v = 1; v < size; v++) {
          const value = coefficients[from + v * 8 + u]!
          if (value === 0) continue
          end = u + 1
          const scaled = value * quantizers[v * 8 + u]!
          for (let y = 0; y < size; y++) columns[y * 8 + u]! += scaled * waves[v * 8 + y]!
        }
      }
      const [right, bottom] = [Math.min(width, left + size), Math.min(height, top + size)]
      for (let y = top; y < bottom; y++) {
        const row = (y - top) * 8
        for (let x = left; x < right; x++) {
          let value = 128
          for (let u = 0; u < end; u++) value += columns[row + u]! * waves[u * 8 + x - left]!
          luma[y * width + x] = value
        }
      }
    }
  }
  return { width, height, luma: new Uint8Array(luma.buffer) }
}

/** Returns the cosine basis for a row of `size` pixels, normalized so that a constant block keeps its brightness. */
const wavesOf = (size: number): Float32Array =>
  Float32Array.from({ length: 64 }, (_, at) => {
    const [frequency, place] = [at >> 3, at & 7]
    const strength = frequency === 0 ? Math.SQRT1_2 : 1
    return strength / 2 * Math.cos((2 * place + 1) * frequency * Math.PI / (2 * size))
  })
