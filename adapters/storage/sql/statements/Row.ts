import { Data } from "effect"

/** A row as a driver returns it: PostgreSQL gives 64-bit integers as bigint or text, SQLite as number. */
export type Row = Readonly<Record<string, unknown>>

/** A column is missing or holds another type: the schema of the database and the code differ. */
export class MalformedRow extends Data.TaggedError("MalformedRow")<{
  readonly column: string
  readonly expected: string
  readonly found: string
}> {
  override get message(): string {
    return `The column ${this.column} should hold ${this.expected} and holds ${this.found}.`
  }
}

const malformed = (row: Row, column: string, expected: string): MalformedRow => {
  const value = row[column]
  const found = value === undefined ? "nothing: there is no such column" : value === null ? "null" : typeof value
  return new MalformedRow({ column, expected, found })
}

/** A statement that always returns a row, such as a count or a write of one row, has returned none. */
export class MissingRow extends Data.TaggedError("MissingRow") {
  override readonly message = "The statement returned no row."
}

/** Returns the row of a statement that always returns one. */
export const oneRow = (rows: ReadonlyArray<Row>): Row => {
  const [row] = rows
  if (row === undefined) throw new MissingRow()
  return row
}

/** A number, which counts and sums of PostgreSQL may be as bigint or text. */
export const integer = (row: Row, column: string): number => {
  const value = row[column]
  if (typeof value === "number") return value
  const number = typeof value === "bigint" || typeof value === "string" && value !== "" ? Number(value) : NaN
  if (Number.isNaN(number)) throw malformed(row, column, "a number")
  return number
}

export const text = (row: Row, column: string): string => {
  const value = row[column]
  if (typeof value !== "string") throw malformed(row, column, "text")
  return value
}

export const instant = (row: Row, column: string): Date => new Date(integer(row, column))

const orNull = <A>(read: (row: Row, column: string) => A) => (row: Row, column: string): A | null =>
  row[column] === null ? null : read(row, column)

export const numberOrNull = orNull(integer)
export const textOrNull = orNull(text)
export const instantOrNull = orNull(instant)

export const json = <A>(row: Row, column: string): A => JSON.parse(text(row, column)) as A
