import { deflateSync } from "node:zlib"
import { encodeQR } from "qr"
import type { LumaImage } from "../../../../adapters/documents/images/Luma.ts"

export interface PngParts {
  readonly width: number
  readonly height: number
  readonly bits: number
  /** PNG color type: 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha. */
  readonly colors: number
  /** Bytes of each row. */
  readonly rows: ReadonlyArray<ReadonlyArray<number>>
  readonly palette?: ReadonlyArray<number>
  readonly transparency?: ReadonlyArray<number>
  readonly filter?: 0 | 1 | 2
  readonly isInterlaced?: boolean
}

/** Makes a PNG picture without checksums, because the reader ignores them. */
export const makePng = (parts: PngParts): Uint8Array => {
  const { bits, colors, filter = 0, height, isInterlaced = false, palette, rows, transparency, width } = parts
  const pixel = Math.ceil(bits * ([1, 0, 3, 1, 2, 0, 4][colors] ?? 1) / 8)
  const lines = rows.flatMap((row, y) => [
    filter,
    ...row.map((value, x) => {
      const before = filter === 1 ? row[x - pixel] ?? 0 : filter === 2 ? rows[y - 1]?.[x] ?? 0 : 0
      return value - before & 0xff
    })
  ])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, colors, 0, 0, isInterlaced ? 1 : 0], 8)
  const data = deflateSync(Uint8Array.from(lines))
  const middle = data.length >> 1
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    ...palette === undefined ? [] : [chunk("PLTE", Uint8Array.from(palette))],
    ...transparency === undefined ? [] : [chunk("tRNS", Uint8Array.from(transparency))],
    chunk("IDAT", data.subarray(0, middle)),
    chunk("IDAT", data.subarray(middle)),
    chunk("IEND", new Uint8Array(0))
  ])
}

const chunk = (type: string, data: Uint8Array): Uint8Array => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}

/** Makes a QR code, dark on light. The width of the white margin is in modules. */
export const makeQr = (text: string, modulePixels: number, margin = 4): LumaImage => {
  const code = encodeQR(text, "raw", { border: 1, ecc: "medium" }).slice(1, -1).map((row) => row.slice(1, -1))
  const side = (code.length + 2 * margin) * modulePixels
  const at = (place: number) => Math.floor(place / modulePixels) - margin
  const luma = Uint8Array.from(
    { length: side * side },
    (_, index) => code[at(Math.floor(index / side))]?.[at(index % side)] === true ? 0 : 255
  )
  return { width: side, height: side, luma }
}

/** Makes a BMP picture with a palette of two colors, or of three bytes per pixel. Rows are stored from the bottom up. */
export const makeBmp = ({ height, luma, width }: LumaImage, bits: 1 | 24, isTopDown = false): Uint8Array => {
  const palette = bits === 1 ? [0, 0, 0, 0, 255, 255, 255, 0] : []
  const rowBytes = Math.ceil(width * bits / 32) * 4
  const header = Buffer.alloc(54)
  header.write("BM")
  header.writeUInt32LE(54 + palette.length, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(width, 18)
  header.writeInt32LE(isTopDown ? -height : height, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(bits, 28)
  const rows = Buffer.alloc(rowBytes * height)
  for (const [index, value] of luma.entries()) {
    const [x, y] = [index % width, Math.floor(index / width)]
    const row = (isTopDown ? y : height - 1 - y) * rowBytes
    if (bits === 24) rows.fill(value, row + x * 3, row + x * 3 + 3)
    else if (value > 127) rows[row + (x >> 3)]! |= 128 >> (x & 7)
  }
  return Buffer.concat([header, Buffer.from(palette), rows])
}

/** Makes a GIF picture in black and white. */
export const makeGif = ({ height, luma, width }: LumaImage, isInterlaced = false): Uint8Array => {
  const lines = Array.from({ length: height }, (_, y) => y)
  const stored = isInterlaced
    ? ([[0, 8], [4, 8], [2, 4], [1, 2]] as const).flatMap(([first, step]) => lines.filter((y) => y % step === first))
    : lines
  const bytes = encodeLzw(
    stored.flatMap((y) => [...luma.subarray(y * width, (y + 1) * width)].map((value) => value > 127 ? 1 : 0))
  )
  const blocks = Array.from({ length: Math.ceil(bytes.length / 255) }, (_, at) => bytes.slice(at * 255, at * 255 + 255))
  const size = [width & 255, width >> 8, height & 255, height >> 8]
  return Uint8Array.from([
    ...Buffer.from("GIF89a"),
    ...size,
    // A palette of black and white, and an image at the upper left corner.
    ...Buffer.from("800000000000ffffff2c00000000", "hex"),
    ...size,
    isInterlaced ? 0x40 : 0,
    2,
    ...blocks.flatMap((block) => [block.length, ...block]),
    0,
    0x3b
  ])
}

/** Encodes color indexes of two bits (GIF89a, appendix F). */
const encodeLzw = (indexes: ReadonlyArray<number>): ReadonlyArray<number> => {
  const [clear, end] = [4, 5]
  const bits: Array<number> = []
  let [table, size] = [new Map<string, number>(), 3]
  const codeOf = (run: string) => run.length === 1 ? Number(run) : table.get(run)
  const write = (code: number) => {
    for (let place = 0; place < size; place++) bits.push(code >> place & 1)
  }
  write(clear)
  let run = ""
  for (const index of indexes) {
    const longer = `${run}${index}`
    if (codeOf(longer) !== undefined) {
      run = longer
      continue
    }
    write(codeOf(run)!)
    const next = end + 1 + table.size
    if (next === 4_096) {
      write(clear)
      ;[table, size] = [new Map(), 3]
    } else {
      table.set(longer, next)
      if (next === 1 << size) size++
    }
    run = String(index)
  }
  if (run !== "") write(codeOf(run)!)
  write(end)
  return Array.from(
    { length: Math.ceil(bits.length / 8) },
    (_, at) => bits.slice(at * 8, at * 8 + 8).reduce((sum, bit, place) => sum | bit << place, 0)
  )
}
