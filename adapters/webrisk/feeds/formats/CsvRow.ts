/** Cells of a row that are looked at; rows of lists have ten or so. */
export const csvCellsMax = 64

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
