import { Effect, Option, Stream } from "effect"

const pageRows = 1_000

interface PageRequest<Cursor> {
  readonly before?: Cursor
  readonly limit: number
}

interface ExportPage<Cursor> {
  readonly lines: ReadonlyArray<string>
  /** Value of `before` for the next page. Null on the last page. */
  readonly next: Cursor | null
}

interface ExportPosition<Cursor> {
  readonly before: Cursor | null
  readonly rowsLeft: number
}

/**
 * Streams a file of lines, which are read page by page on demand.
 *
 * @param head text before the first line
 * @param read returns the lines of a page and the cursor of the next
 */
export const exportFile = <Cursor, E, R>(
  head: string,
  rowsMax: number,
  read: (page: PageRequest<Cursor>) => Effect.Effect<ExportPage<Cursor>, E, R>
) => {
  const portions = Stream.paginate<ExportPosition<Cursor>, string, E, R>(
    { before: null, rowsLeft: rowsMax },
    ({ before, rowsLeft }) => {
      const limit = Math.min(pageRows, rowsLeft)
      // Other requests can run between two pages.
      return Effect.map(
        Effect.andThen(Effect.yieldNow, read(before === null ? { limit } : { before, limit })),
        ({ lines, next }) => {
          const left = rowsLeft - lines.length
          const further: Option.Option<ExportPosition<Cursor>> = next === null || left <= 0
            ? Option.none()
            : Option.some({ before: next, rowsLeft: left })
          return [[lines.join("")], further] as const
        }
      )
    }
  )
  return Stream.make(head).pipe(
    Stream.concat(portions),
    Stream.filter((text) => text !== ""),
    Stream.encodeText
  )
}

export type LineFormat = "csv" | "ndjson"

type Cell = string | number | null

/** Returns the header line, which is empty for NDJSON. */
export const formatHeader = (columns: ReadonlyArray<string>, format: LineFormat): string =>
  format === "csv" ? `${columns.join(",")}\r\n` : ""

/** Formats a row as a line of CSV (RFC 4180) or of NDJSON. */
export const formatLine = <Column extends string>(
  columns: ReadonlyArray<Column>,
  fields: Readonly<Record<Column, Cell>>,
  format: LineFormat
): string =>
  format === "ndjson"
    ? `${JSON.stringify(fields)}\n`
    : `${columns.map((column) => formatCsvCell(fields[column])).join(",")}\r\n`

/**
 * Formats a CSV cell. A spreadsheet would run text that starts with certain characters as a formula (OWASP, CSV
 * Injection), so such text gets a leading apostrophe.
 */
export const formatCsvCell = (value: Cell): string => {
  if (value === null) return ""
  const text = String(value)
  const defused = typeof value === "string" && /^[=+\-@\t\r\n\0]/.test(text) ? `'${text}` : text
  return /[",\r\n;]|^\s|\s$|^'/.test(defused) ? `"${defused.replaceAll("\"", "\"\"")}"` : defused
}
