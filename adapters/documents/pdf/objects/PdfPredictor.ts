import type { PdfDictionary } from "./PdfValue.ts"

/** Maximum bytes of a row. Rows of genuine pictures and tables are shorter. */
const rowBytesMax = 1024 * 1024

/** Reverses the predictor of a Flate or LZW stream (ISO 32000-2, section 7.4.4.4; PNG, section 9). */
export const undoPredictor = (bytes: Uint8Array, parameters: PdfDictionary): Uint8Array => {
  const predictor = integer(parameters, "Predictor", 1)
  if (predictor < 2) return bytes
  const colors = integer(parameters, "Colors", 1)
  const bits = integer(parameters, "BitsPerComponent", 8)
  const columns = integer(parameters, "Columns", 1)
  const pixel = Math.ceil(colors * bits / 8)
  const row = Math.ceil(colors * bits * columns / 8)
  if (!(pixel > 0) || !(row > 0) || row > rowBytesMax) return bytes
  return predictor === 2 ? undoTiff(bytes, row, pixel, bits) : undoPng(bytes, row, pixel)
}

const integer = (parameters: PdfDictionary, key: string, fallback: number): number => {
  const value = parameters.get(key)
  return typeof value === "number" ? Math.trunc(value) : fallback
}

/** Reverses horizontal differencing of whole bytes. Other depths occur only in pictures and stay unchanged. */
const undoTiff = (bytes: Uint8Array, row: number, pixel: number, bits: number): Uint8Array => {
  if (bits !== 8) return bytes
  const out = Uint8Array.from(bytes)
  for (let at = 0; at < out.length; at++) if (at % row >= pixel) out[at]! += out[at - pixel]!
  return out
}

export const undoPng = (bytes: Uint8Array, row: number, pixel: number): Uint8Array => {
  const rows = Math.ceil(bytes.length / (row + 1))
  const out = new Uint8Array(rows * row)
  let length = 0
  for (let line = 0; line < rows; line++) {
    const from = line * (row + 1)
    const filter = bytes[from]!
    const [to, width] = [line * row, Math.min(row, bytes.length - from - 1)]
    for (let at = 0; at < width; at++) {
      const left = at >= pixel ? out[to + at - pixel]! : 0
      const up = line > 0 ? out[to + at - row]! : 0
      const upLeft = line > 0 && at >= pixel ? out[to + at - row - pixel]! : 0
      out[to + at] = bytes[from + 1 + at]! + paethPredictor(filter, left, up, upLeft)
    }
    length += Math.max(0, width)
  }
  return out.subarray(0, length)
}

const paethPredictor = (filter: number, left: number, up: number, upLeft: number): number => {
  switch (filter) {
    case 1:
      return left
    case 2:
      return up
    case 3:
      return left + up >> 1
    case 4: {
      const estimate = left + up - upLeft
      const [toLeft, toUp, toUpLeft] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)]
      return toLeft <= toUp && toLeft <= toUpLeft ? left : toUp <= toUpLeft ? up : upLeft
    }
    default:
      return 0
  }
}
