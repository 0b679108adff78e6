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
