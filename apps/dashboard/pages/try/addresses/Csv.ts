/**
 * Formats a CSV file (RFC 4180) that is safe to open in a spreadsheet. A cell that starts like a formula gets a leading
 * apostrophe (OWASP, "CSV Injection").
 */
export const csvText = (
  titles: ReadonlyArray<string>,
  rows: Iterable<ReadonlyArray<string | number | boolean | null>>
): string => {
  const lines = [titles.map(cellOf).join(",")]
  for (const row of rows) lines.push(row.map((value) => cellOf(value === null ? "" : String(value))).join(","))
  // Starts with a byte order mark, so that spreadsheets read the file as UTF-8.
  return `\ufeff${lines.join("\r\n")}\r\n`
}

const cellOf = (text: string): string => {
  const safe = /^[=+\-@\t\r\n\0]/.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll("\"", "\"\"")}"` : safe
}

/**
 * Splits pasted or uploaded text into rows of cells. Accepts CSV (RFC 4180) and plain lines, with columns separated by
 * commas, semicolons or tabs.
 */
export const parseCells = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<ReadonlyArray<string>> = []
  let row: Array<string> = []
  let cell = ""
  let isQuoted = false
  let isBlank = true
  const endCell = () => {
    row.push(cell.trim())
    cell = ""
    isBlank = true
  }
  const endRow = () => {
    endCell()
    if (row.some((one) => one !== "")) rows.push(row)
    row = []
  }
  for (let at = text.charCodeAt(0) === byteOrderMark ? 1 : 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (isQuoted) {
      if (sign !== "\"") cell += sign
      else if (text.charAt(at + 1) === "\"") cell += text.charAt(++at)
      else isQuoted = false
    } else if (sign === "\"" && isBlank) {
      // A quote without a closing quote is part of the cell. Otherwise the rest of the file would become one cell.
      isQuoted = isClosed(text, at + 1)
      cell = isQuoted ? "" : sign
      isBlank = false
    } else if (sign === "," || sign === ";" || sign === "\t") endCell()
    else if (sign === "\n" || sign === "\r") endRow()
    else {
      cell += sign
      isBlank &&= sign === " "
    }
  }
  endRow()
  return rows
}

const byteOrderMark = 0xfeff
/** Maximum characters from an opening quote to its closing quote. */
const quotedCharsMax = 10_000

const isClosed = (text: string, from: number): boolean => text.slice(from, from + quotedCharsMax).includes("\"")
