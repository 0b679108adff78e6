import { type LumaImage, luminance } from "./Luma.ts"
import { codeModulesMin, readQrCodes } from "./QrCodes.ts"

/** Maximum cells along the side of a grid: the largest code has 177 modules (ISO/IEC 18004), and a margin of 8. */
export const gridSideMax = 193
/** Maximum nesting depth of tables. */
export const tableDepthMax = 16
/** Maximum grids that are searched for codes per document. */
export const gridsMax = 4

const marginCells = 4

/** A cell of a grid: whether it is dark. */
type Row = Array<boolean>

/** Collects the shades of the cells of tables, in which a QR code can be drawn without a picture. */
export class TableCells {
  private readonly open: Array<Array<Row>> = []
  private readonly grids: Array<ReadonlyArray<Row>> = []
  private depth = 0

  openTable(): void {
    if (++this.depth <= tableDepthMax) this.open.push([])
  }

  openRow(): void {
    if (this.depth > tableDepthMax) return
    const rows = this.open.at(-1)
    if (rows !== undefined && rows.length <= gridSideMax) rows.push([])
  }

  /** @param span number of columns of the cell */
  addCell(isDark: boolean, span = 1): void {
    const row = this.depth > tableDepthMax ? undefined : this.open.at(-1)?.at(-1)
    for (let count = 0; row !== undefined && count < span && row.length <= gridSideMax; count++) row.push(isDark)
  }

  /** Sets the shade of the last cell, for formats that state it after the cell's start. */
  shadeLastCell(isDark: boolean): void {
    const row = this.depth > tableDepthMax ? undefined : this.open.at(-1)?.at(-1)
    if (row !== undefined && row.length > 0) row[row.length - 1] = isDark
  }

  closeTable(): void {
    if (this.depth === 0 || this.depth-- > tableDepthMax) return
    const rows = this.open.pop()
    if (rows !== undefined && isCodeGrid(rows) && this.grids.length < gridsMax) this.grids.push(rows)
  }

  /** Returns the texts of the QR codes in the tables. */
  readCodes(): ReadonlyArray<string> {
    return this.grids.flatMap(readGrid)
  }
}

/** Reports whether a grid has the size of a code, and both dark and light cells. */
const isCodeGrid = (rows: ReadonlyArray<Row>): boolean => {
  const width = Math.max(0, ...rows.map(({ length }) => length))
  const isSized = [rows.length, width].every((side) => side >= codeModulesMin && side <= gridSideMax)
  return isSized && rows.some((row) => row.includes(true)) && rows.some((row) => row.includes(false))
}

const readGrid = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => readQrCodes(drawGrid(rows))

/** Draws a grid with a light margin, one pixel per cell. */
const drawGrid = (rows: ReadonlyArray<Row>): LumaImage => {
  const width = Math.max(...rows.map(({ length }) => length)) + 2 * marginCells
  const luma = new Uint8Array(width * (rows.length + 2 * marginCells)).fill(255)
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) luma[(y + marginCells) * width + x + marginCells] = 0
  }
  return { width, height: rows.length + 2 * marginCells, luma }
}

/** Block characters with their upper and lower halves: dark or light. */
const blocks: ReadonlyMap<string, readonly [upper: boolean, lower: boolean]> = new Map([
  ["\u2588", [true, true]],
  ["\u2580", [true, false]],
  ["\u2584", [false, true]],
  ["\u2593", [true, true]],
  ["\u25a0", [true, true]],
  ["\u2b1b", [true, true]],
  ["\u25fc", [true, true]]
])

/** Matches a line of block characters, and of the blanks and light squares between them. */
const blockLine =
  /^[\s\u200b\u2591\u25a1\u25fb\u2b1c\u2580\u2584\u2588\u2593\u25a0\u2b1b\u25fc\p{Variation_Selector}]+$/u
const hasBlocks = /[\u2580\u2584\u2588\u2593\u25a0\u2b1b\u25fc]/
/** Characters that have no width. */
const widthless = /[\u200b\r\p{Variation_Selector}]/gu

/** Minimum lines of a code in half blocks. */
const linesMin = Math.ceil(codeModulesMin / 2)

/**
 * Returns the texts of QR codes that are written in block characters. A character is one module, half a module in width,
 * or two modules one above the other.
 */
export const readLetterCodes = (text: string): ReadonlyArray<string> => {
  if (!hasBlocks.test(text)) return []
  const grids: Array<ReadonlyArray<Row>> = []
  let lines: Array<string> = []
  for (const line of [...text.split("\n"), ""]) {
    if (line.length <= 4 * gridSideMax && blockLine.test(line)) lines.push(line)
    else {
      if (lines.length >= linesMin && lines.length <= gridSideMax && grids.length < gridsMax) grids.push(gridOf(lines))
      lines = []
    }
  }
  return grids.filter(isCodeGrid).flatMap(readGrid)
}

/** Returns a grid of square cells. A character is as wide as its half is high, unless it is a square. */
const gridOf = (lines: ReadonlyArray<string>): ReadonlyArray<Row> => {
  const rows = lines.map((line) => [...line.replaceAll(widthless, "")].map((one) => blocks.get(one) ?? light))
  const width = Math.max(...rows.map(({ length }) => length))
  const hasHalves = rows.some((row) => row.some(([upper, lower]) => upper !== lower))
  const isWide = !hasHalves && width > 1.5 * rows.length
  const cells = rows.flatMap((row) => {
    const upper = row.map(([isDark]) => isDark).filter((_, at) => !isWide || at % 2 === 0)
    return hasHalves ? [upper, row.map(([, isDark]) => isDark)] : [upper]
  })
  return cells
}

const light = [false, false] as const

/** Reports whether a color of CSS, HTML or Office is dark. An unknown color counts as light. */
export const isDarkColor = (color: string): boolean => {
  const [, hex] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color.trim()) ?? []
  if (hex !== undefined) {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit) : hex.match(/../g)!
    const [red, green, blue] = digits.map((pair) => Number.parseInt(pair, 16))
    return luminance(red!, green!, blue!) < darkShadeMax
  }
  const [, red, green, blue] = /^rgba?\(\s{0,9}(\d{1,3})[\s,]{1,9}(\d{1,3})[\s,]{1,9}(\d{1,3})/i.exec(color.trim()) ??
    []
  if (blue !== undefined) return luminance(Number(red), Number(green), Number(blue)) < darkShadeMax
  return darkNames.test(color.trim())
}

const darkShadeMax = 112
const darkNames =
  /^(?:black|navy|maroon|indigo|purple|midnightblue|dark(?:blue|green|red|magenta|slategr[ae]y|slateblue))$/i
