/** A row as a driver returns it: PostgreSQL gives 64-bit integers as bigint or text, SQLite as number. */
export type Row = Readonly<Record<string, unknown>>

export const integer = (row: Row, column: string): number => Number(row[column])

export const numberOrNull = (row: Row, column: string): number | null =>
  row[column] === null || row[column] === undefined ? null : Number(row[column])

export const text = (row: Row, column: string): string => String(row[column])

export const textOrNull = (row: Row, column: string): string | null =>
  row[column] === null || row[column] === undefined ? null : String(row[column])

export const instant = (row: Row, column: string): Date => new Date(Number(row[column]))

export const instantOrNull = (row: Row, column: string): Date | null =>
  row[column] === null || row[column] === undefined ? null : new Date(Number(row[column]))

export const json = <A>(row: Row, column: string): A => JSON.parse(text(row, column)) as A
