import { Data, Schema } from "effect"

/** Row from a driver. PostgreSQL returns 64-bit integers as bigint or text, SQLite as numbers. */
export type Row = Readonly<Record<string, unknown>>

/** Reads a column of a row. Throws `MalformedRow` if the value has another type. */
export type ColumnReader<A> = (row: Row, column: string) => A

/** A column is missing or has an unexpected value. The schema of the database does not match the code. */
export class MalformedRow extends Data.TaggedError("MalformedRow")<{
  /** Name of the table, or null for a computed column such as a sum. */
  readonly table: string | null
  readonly column: string
  readonly expected: string
  readonly found: string
}> {
  override get message(): string {
    const name = this.table === null ? this.column : `${this.table}.${this.column}`
    return `The column ${name} should contain ${this.expected} but contains ${this.found}.`
  }
}

/** A statement that must return a row, such as a count or a write of one row, returned none. */
export class MissingRow extends Data.TaggedError("MissingRow") {
  override readonly message = "The statement returned no row."
}

/** Returns the first row. Throws `MissingRow` if the statement returned none. */
export const requireRow = (rows: ReadonlyArray<Row>): Row => {
  const [row] = rows
  if (row === undefined) throw new MissingRow()
  return row
}

/** Returns a reader for the rows of a table. The reader adds the table's name to a `MalformedRow`. */
export const tableReader = <A>(table: string, read: (row: Row) => A) => (row: Row): A => {
  try {
    return read(row)
  } catch (error) {
    if (!(error instanceof MalformedRow) || error.table !== null) throw error
    const { column, expected, found } = error
    throw new MalformedRow({ table, column, expected, found })
  }
}

const malformed = (row: Row, column: string, expected: string): MalformedRow => {
  const value = row[column]
  const found = value === undefined ? "nothing, because it does not exist" : value === null ? "null" : typeof value
  return new MalformedRow({ table: null, column, expected, found })
}

/** Reads a number. PostgreSQL returns counts and sums as bigint or text. */
export const readInteger: ColumnReader<number> = (row, column) => {
  const value = row[column]
  if (typeof value === "number") return value
  const number = typeof value === "bigint" || typeof value === "string" && value !== "" ? Number(value) : NaN
  if (Number.isNaN(number)) throw malformed(row, column, "a number")
  return number
}

export const readText: ColumnReader<string> = (row, column) => {
  const value = row[column]
  if (typeof value !== "string") throw malformed(row, column, "text")
  return value
}

export const readInstant: ColumnReader<Date> = (row, column) => new Date(readInteger(row, column))

export const readerOrNull = <A>(read: ColumnReader<A>): ColumnReader<A | null> => (row, column) =>
  row[column] === null ? null : read(row, column)

export const readNumberOrNull = readerOrNull(readInteger)
export const readTextOrNull = readerOrNull(readText)
export const readInstantOrNull = readerOrNull(readInstant)

/** Maximum number of characters that a message quotes from an unknown value. */
const quotedCharsMax = 40

/** Returns a reader for a column that contains a member of a union. */
export const oneOfReader = <Union extends string>(members: ReadonlyArray<Union>): ColumnReader<Union> => {
  const known = new Map<string, Union>(members.map((member) => [member, member]))
  const expected = `one of ${members.join(", ")}`
  return (row, column) => {
    const value = row[column]
    if (typeof value !== "string") throw malformed(row, column, expected)
    const member = known.get(value)
    if (member !== undefined) return member
    throw new MalformedRow({ table: null, column, expected, found: JSON.stringify(value.slice(0, quotedCharsMax)) })
  }
}

/** Returns a list of all members of a union. The compiler rejects a list that lacks a member. */
export const membersOf =
  <Union extends string>() =>
  <const List extends ReadonlyArray<Union>>(list: [Union] extends [List[number]] ? List : never): List => list

/**
 * Returns a reader for a column with JSON text.
 *
 * @param expected description for error messages, which never quote the value, because it may be personal data
 */
export const jsonReader =
  <A>(expected: string, isExpected: (value: unknown) => value is A): ColumnReader<A> => (row, column) => {
    const value = parsed(readText(row, column))
    if (value === undefined) throw new MalformedRow({ table: null, column, expected, found: "text that is not JSON" })
    if (!isExpected(value)) throw new MalformedRow({ table: null, column, expected, found: "JSON of the wrong shape" })
    return value
  }

/** Parses JSON. Returns undefined if the text is invalid. */
const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Reads a JSON array of strings. */
export const readTextList: ColumnReader<ReadonlyArray<string>> = jsonReader(
  "a JSON array of strings",
  Schema.is(Schema.Array(Schema.String))
)
