import { Effect, Option, Stream } from "effect"

/** Rows that are read at a time. */
const portionRows = 1_000

interface Page<Cursor> {
  readonly before?: Cursor
  readonly limit: number
}

interface Portion<Cursor> {
  readonly lines: ReadonlyArray<string>
  /** `before` of the next portion; null at the end. */
  readonly next: Cursor | null
}

interface Place<Cursor> {
  readonly before: Cursor | null
  readonly rowsLeft: number
}

/**
 * A file of lines, read portion by portion while it is taken.
 *
 * @param head what stands before the first line
 * @param read the lines of a page, and where the next begins
 */
export const exportFile = <Cursor, E, R>(
  head: string,
  rowsMax: number,
  read: (page: Page<Cursor>) => Effect.Effect<Portion<Cursor>, E, R>
) => {
  const portions = Stream.paginate<Place<Cursor>, string, E, R>(
    { before: null, rowsLeft: rowsMax },
    ({ before, rowsLeft }) => {
      const limit = Math.min(portionRows, rowsLeft)
      // Others are answered between two portions.
      return Effect.map(
        Effect.andThen(Effect.yieldNow, read(before === null ? { limit } : { before, limit })),
        ({ lines, next }) => {
          const left = rowsLeft - lines.length
          const further: Option.Option<Place<Cursor>> = next === null || left <= 0
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
