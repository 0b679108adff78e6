export type LineFormat = "csv" | "ndjson"

type Cell = string | number | null

/** What stands before the first line. */
export const headOf = (columns: ReadonlyArray<string>, format: LineFormat): string =>
  format === "csv" ? `${columns.join(",")}\r\n` : ""

/** One thing as a line (RFC 4180, or one object of JSON). */
export const lineOf = <Column extends string>(
  columns: ReadonlyArray<Column>,
  fields: Readonly<Record<Column, Cell>>,
  format: LineFormat
): string =>
  format === "ndjson"
    ? `${JSON.stringify(fields)}\n`
    : `${columns.map((column) => csvCell(fields[column])).join(",")}\r\n`

/**
 * A cell that a spreadsheet takes as text: subjects, verdicts and notes come from outside, and what begins with one of these signs
 * would be run as a formula (OWASP, CSV Injection).
 */
export const csvCell = (value: Cell): string => {
  if (value === null) return ""
  const text = String(value)
  const defused = typeof value === "string" && /^[=+\-@\t\r\n\0]/.test(text) ? `'${text}` : text
  return /[",\r\n;]|^\s|\s$|^'/.test(defused) ? `"${defused.replaceAll("\"", "\"\"")}"` : defused
}
