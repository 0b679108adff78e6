import { isComment, type LineFormat, type Said, saysNothing } from "./Format.ts"

type Heading = readonly [string, ...ReadonlyArray<string>]

export interface CsvOptions {
  readonly id: string
  readonly title: string
  /** Columns by which a heading is known, lower case. */
  readonly heading: Heading
  /** What the columns are where no heading stands, and that one may stand in a comment; without it the first line is one. */
  readonly columns?: ReadonlyArray<string>
  /** Whether a row without a heading is of this format. */
  readonly isRow?: RegExp
  /** @param cell what stands in a column; empty where there is none */
  readonly read: (cell: (column: string) => string) => Said
}

/** Rows under a heading, which may stand in a comment, as abuse.ch has it; else it is the first line. */
export const csvFormat = ({ columns, heading, id, isRow, read, title }: CsvOptions): LineFormat => ({
  reads: "lines",
  id,
  title,
  recognizes: (lines) => {
    const rows = lines.filter((line) => !isComment(line))
    const heads = columns === undefined ? rows.slice(0, 1) : [...lines.filter(isComment), ...rows.slice(0, 1)]
    return heads.some((line) => headingOf(line, heading) !== null) || (isRow !== undefined && isRow.test(rows[0] ?? ""))
  },
  begin: () => {
    let names = columns ?? null
    let isFirst = true
    return (line) => {
      const isRemark = isComment(line)
      const found = isFirst || isRemark ? headingOf(line, heading) : null
      if (found !== null) names = found
      if (found !== null || isRemark) return saysNothing
      isFirst = false
      const current = names
      if (current === null) return null
      const cells = csvCells(line)
      return read((column) => cells[current.indexOf(column)] ?? "")
    }
  }
})

/** A heading has all the columns, and is looked for in lines that could be one. */
const headingOf = (line: string, wanted: Heading): ReadonlyArray<string> | null => {
  if (line.includes("://") || !line.toLowerCase().includes(wanted[0])) return null
  const names = csvCells(line.replace(/^#\s*/, "")).map((name) => name.toLowerCase())
  return wanted.every((name) => names.includes(name)) ? names : null
}

/** Cells of a row that are looked at; rows of lists have ten or so. */
const csvCellsMax = 64

/** The cells of a row (RFC 4180), with blanks around them left off as the lists have them. A row is one line here. */
export const csvCells = (row: string): ReadonlyArray<string> => {
  const cells: Array<string> = []
  for (let at = 0; at <= row.length && cells.length < csvCellsMax;) {
    while (row[at] === " ") at++
    const end = row[at] === "\"" ? quoteEnd(row, at) : commaFrom(row, at)
    const cell = row[at] === "\"" ? row.slice(at + 1, end).replaceAll("\"\"", "\"") : row.slice(at, end).trim()
    cells.push(cell)
    at = commaFrom(row, end) + 1
  }
  return cells
}

const commaFrom = (row: string, from: number): number => {
  const at = row.indexOf(",", from)
  return at < 0 ? row.length : at
}

/** The quote that closes what begins at `from`; the end of the row when none does. */
const quoteEnd = (row: string, from: number): number => {
  for (let at = row.indexOf("\"", from + 1); at >= 0; at = row.indexOf("\"", at + 2)) {
    if (row[at + 1] !== "\"") return at
  }
  return row.length
}
