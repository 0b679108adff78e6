import { Data, Schema } from "effect"

/** Row as returned by a driver: PostgreSQL returns 64-bit integers as bigint or text, SQLite as number. */
export type Row = Readonly<Record<string, unknown>>

/** Reads a column of a row. Throws `MalformedRow`. */
export type ColumnReader<A> = (row: Row, column: string) => A

/** A column is missing or has another type, because the schema of the database and the code differ. */
export class MalformedRow extends Data.TaggedError("MalformedRow")<{
  /** Null for computed columns, such as a sum. */
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

/** A statement that always returns a row, such as a count or a write of one row, returned none. */
export class MissingRow extends Data.TaggedError("MissingRow") {
  override readonly message = "The statement returned no row."
}

/** Returns the row of a statement that always returns one. */
export const requireRow = (rows: ReadonlyArray<Row>): Row => {
  const [row] = rows
  if (row === undefined) throw new MissingRow()
  return row
}

/** Reads rows of a table and names the table in a `MalformedRow`. */
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
export const integer: ColumnReader<number> = (row, column) => {
  const value = row[column]
  if (typeof value === "number") return value
  const number = typeof value === "bigint" || typeof value === "string" && value !== "" ? Number(value) : NaN
  if (Number.isNaN(number)) throw malformed(row, column, "a number")
  return number
}

export const text: ColumnReader<string> = (row, column) => {
  const value = row[column]
  if (typeof value !== "string") throw malformed(row, column, "text")
  return value
}

export const instant: ColumnReader<Date> = (row, column) => new Date(integer(row, column))

export const orNull = <A>(read: ColumnReader<A>): ColumnReader<A | null> => (row, column) =>
  row[column] === null ? null : read(row, column)

export const numberOrNull = orNull(integer)
export const textOrNull = orNull(text)
export const instantOrNull = orNull(instant)

/** Maximum number of characters that a message quotes from an unknown text. */
const quotedCharsMax = 40

/** Reads text that is one of the members of a union. */
export const oneOf = <Union extends string>(members: ReadonlyArray<Union>): ColumnReader<Union> => {
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

/** Lists all members of a union. The compiler refuses a list that lacks one. */
export const membersOf =
  <Union extends string>() =>
  <const List extends ReadonlyArray<Union>>(list: [Union] extends [List[number]] ? List : never): List => list

/**
 * Reads JSON text.
 *
 * @param expected description for the message, which does not quote the value, because it may be personal
 */
export const json =
  <A>(expected: string, isExpected: (value: unknown) => value is A): ColumnReader<A> => (row, column) => {
    const value = parsed(text(row, column))
    if (value === undefined) throw new MalformedRow({ table: null, column, expected, found: "text that is not JSON" })
    if (!isExpected(value)) throw new MalformedRow({ table: null, column, expected, found: "JSON of the wrong shape" })
    return value
  }

/** Returns undefined for invalid JSON. */
const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Reads a JSON list of texts. */
export const textList: ColumnReader<ReadonlyArray<string>> = json(
  "a JSON array of strings",
  Schema.is(Schema.Array(Schema.String))
)
