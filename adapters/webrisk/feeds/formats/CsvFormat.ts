import { isComment, type LineFormat, noEntries, type ParsedEntries } from "./Format.ts"

type Heading = readonly [string, ...ReadonlyArray<string>]

export interface CsvOptions {
  readonly id: string
  readonly title: string
  /** Lowercase names of the columns that identify a heading. */
  readonly heading: Heading
  /**
   * Columns of a list without a heading. With this option, the heading can also be in a comment. Without the option,
   * the heading must be the first line.
   */
  readonly columns?: ReadonlyArray<string>
  /** Matches a row of this format in a list without a heading. */
  readonly isRow?: RegExp
  /** @param cell returns the value of a column; empty if it is missing */
  readonly read: (cell: (column: string) => string) => ParsedEntries
}

/** Creates a CSV format. The heading is the first line, or a comment as in abuse.ch lists. */
export const csvFormat = ({ columns, heading, id, isRow, read, title }: CsvOptions): LineFormat => ({
  reads: "lines",
  id,
  title,
  recognizes: (lines) => {
    const rows = lines.filter((line) => !isComment(line))
    const heads = columns === undefined ? rows.slice(0, 1) : [...lines.filter(isComment), ...rows.slice(0, 1)]
    return heads.some((line) => headingOf(line, heading) !== null) || (isRow !== undefined && isRow.test(rows[0] ?? ""))
  },
  startReading: () => {
    let names = columns ?? null
    let isFirst = true
    return (line) => {
      const isCommentLine = isComment(line)
      const found = isFirst || isCommentLine ? headingOf(line, heading) : null
      if (found !== null) names = found
      if (found !== null || isCommentLine) return noEntries
      isFirst = false
      const current = names
      if (current === null) return null
      const cells = csvCells(line)
      return read((column) => cells[current.indexOf(column)] ?? "")
    }
  }
})

/** Returns the column names if a line is a heading, which contains all wanted columns. Skips most other lines early. */
const headingOf = (line: string, wanted: Heading): ReadonlyArray<string> | null => {
  if (line.includes("://") || !line.toLowerCase().includes(wanted[0])) return null
  const names = csvCells(line.replace(/^#\s*/, "")).map((name) => name.toLowerCase())
  return wanted.every((name) => names.includes(name)) ? names : null
}

/** Maximum number of cells that are read per row. Rows of real lists have about ten. */
const csvCellsMax = 64

/** Splits a row into cells (RFC 4180), and trims cells without quotes. Cells cannot contain line breaks. */
export const csvCells = (row: string): ReadonlyArray<string> => {
  const cells: Array<string> = []
  for (let at = 0; at <= row.length && cells.length < csvCellsMax;) {
    while (row[at] === " ") at++
    const end = row[at] === "\"" ? findClosingQuote(row, at) : findComma(row, at)
    const cell = row[at] === "\"" ? row.slice(at + 1, end).replaceAll("\"\"", "\"") : row.slice(at, end).trim()
    cells.push(cell)
    at = findComma(row, end) + 1
  }
  return cells
}

const findComma = (row: string, from: number): number => {
  const at = row.indexOf(",", from)
  return at < 0 ? row.length : at
}

/**
 * Returns the offset of the closing quote for the cell that starts at `from`. Without a closing quote, returns the end
 * of the row.
 */
const findClosingQuote = (row: string, from: number): number => {
  for (let at = row.indexOf("\"", from + 1); at >= 0; at = row.indexOf("\"", at + 2)) {
    if (row[at + 1] !== "\"") return at
  }
  return row.length
}
