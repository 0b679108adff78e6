import { uint16, uint32 } from "../../reading/Numbers.ts"

/** Version of the binary format: 2 to 4 (Excel 2 to 4), 5 (Excel 5 and 95), 8 (Excel 97 to 2003), or 12 (`.xlsb`). */
export type Biff = 2 | 3 | 4 | 5 | 8 | 12

/** Returns the size in bytes of a cell reference in a formula (RgceLoc, MS-XLS 2.5.198.109). */
export const locationBytes = (biff: Biff): number => biff === 12 ? 6 : biff === 8 ? 4 : 3
/** Returns the size in bytes of a reference to an area in a formula (RgceArea). */
export const areaBytes = (biff: Biff): number => locationBytes(biff) * 2

interface CellPosition {
  readonly row: number
  readonly column: number
  readonly isRowRelative: boolean
  readonly isColumnRelative: boolean
}

/**
 * Formats a cell reference as `B12`. If `isOffset` is true, formats it relative to the formula's cell, for example as
 * `R[1]C[-2]`. Shared formulas and names contain such references.
 */
export const formatLocation = (bytes: Uint8Array, at: number, biff: Biff, isOffset: boolean): string => {
  const [row, column] = biff === 12
    ? [uint32(bytes, at), uint16(bytes, at + 4)]
    : biff === 8
    ? [uint16(bytes, at), uint16(bytes, at + 2)]
    : [uint16(bytes, at), bytes[at + 2] ?? 0]
  return formatPosition(decodePosition(row, column, biff), biff, isOffset)
}

export const formatArea = (bytes: Uint8Array, at: number, biff: Biff, isOffset: boolean): string => {
  const [rowBytes, columnBytes] = biff === 12 ? [4, 2] : biff === 8 ? [2, 2] : [2, 1]
  const corner = (which: 0 | 1): string => {
    const rowAt = at + which * rowBytes
    const columnAt = at + 2 * rowBytes + which * columnBytes
    const row = rowBytes === 4 ? uint32(bytes, rowAt) : uint16(bytes, rowAt)
    const column = columnBytes === 2 ? uint16(bytes, columnAt) : bytes[columnAt] ?? 0
    return formatPosition(decodePosition(row, column, biff), biff, isOffset)
  }
  return `${corner(0)}:${corner(1)}`
}

/** Separates a position from its flags, which the column contains; before BIFF8, the row (MS-XLS 2.5.51, ColRelU). */
const decodePosition = (row: number, column: number, biff: Biff): CellPosition => {
  const flagged = biff >= 8 ? column : row
  return {
    row: biff >= 8 ? row : row & 0x3fff,
    column: biff >= 8 ? column & 0x3fff : column,
    isRowRelative: (flagged & 0x8000) !== 0,
    isColumnRelative: (flagged & 0x4000) !== 0
  }
}

const formatPosition = (
  { column, isColumnRelative, isRowRelative, row }: CellPosition,
  biff: Biff,
  isOffset: boolean
): string => {
  if (!isOffset) return formatCell(row, column)
  const rows = biff === 12 ? 0x100000 : biff === 8 ? 0x10000 : 0x4000
  const columns = biff === 12 ? 0x4000 : 0x100
  const one = (letter: string, value: number, count: number, isRelative: boolean): string => {
    if (!isRelative) return `${letter}${value + 1}`
    const offset = value % count
    return `${letter}[${offset >= count / 2 ? offset - count : offset}]`
  }
  return one("R", row, rows, isRowRelative) + one("C", column, columns, isColumnRelative)
}

/** Formats a zero-based row and column as `B12`. */
export const formatCell = (row: number, column: number): string => {
  let letters = ""
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + (rest - 1) % 26) + letters
  }
  return `${letters}${row + 1}`
}
