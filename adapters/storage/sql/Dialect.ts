import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"

/** The two kinds of columns that the tables have: everything else is written as one of them. */
export type ColumnType = "text" | "integer"

/** A value as it is bound: instants are milliseconds since 1970, lists and objects are JSON text. */
export type Cell = string | number | null

/**
 * `INSERT` of any number of rows. PostgreSQL gets them as one JSON parameter, so that one prepared statement serves every
 * size. SQLite, where that costs twice the CPU time (measured), gets `VALUES` in portions of 64, 32, 16 … rows: seven
 * statements for every size.
 *
 * @param conflict what follows `ON CONFLICT`, for instance `(id) DO NOTHING`
 */
export const insertRows = (
  sql: SqlClient.SqlClient,
  table: string,
  columns: Readonly<Record<string, ColumnType>>,
  rows: ReadonlyArray<ReadonlyArray<Cell>>,
  conflict?: string
): Effect.Effect<void, SqlError.SqlError> =>
  sql.onDialectOrElse({
    pg: () => Effect.asVoid(insertJson(sql, table, columns, rows, conflict)),
    orElse: () => insertValues(sql, table, columns, rows, conflict)
  })

const insertJson = (
  sql: SqlClient.SqlClient,
  table: string,
  columns: Readonly<Record<string, ColumnType>>,
  rows: ReadonlyArray<ReadonlyArray<Cell>>,
  conflict: string | undefined
) => {
  const names = Object.keys(columns).join(", ")
  const cells = Object.values(columns).map((type, at) => `(value->>${at})::${type === "text" ? "text" : "bigint"}`)
  return sql`INSERT INTO ${sql.literal(`${table} (${names}) SELECT ${cells.join(", ")}`)}
    FROM json_array_elements(${JSON.stringify(rows)}::json) ${
    sql.literal(conflict === undefined ? "" : `ON CONFLICT ${conflict}`)
  }`
}

const portionRowsMax = 64

const insertValues = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  table: string,
  columns: Readonly<Record<string, ColumnType>>,
  rows: ReadonlyArray<ReadonlyArray<Cell>>,
  conflict: string | undefined
) {
  let portion = portionRowsMax
  for (let at = 0; at < rows.length; at += portion) {
    while (portion > rows.length - at) portion /= 2
    yield* sql.unsafe(valuesText(table, columns, portion, conflict), rows.slice(at, at + portion).flat())
  }
})

const valuesTexts = new Map<string, string>()

const valuesText = (
  table: string,
  columns: Readonly<Record<string, ColumnType>>,
  rows: number,
  conflict: string | undefined
): string => {
  const name = `${table} ${rows} ${conflict}`
  let text = valuesTexts.get(name)
  if (text === undefined) {
    const names = Object.keys(columns)
    const row = `(${names.map(() => "?").join(", ")})`
    text = `INSERT INTO ${table} (${names.join(", ")}) VALUES ${Array.from({ length: rows }, () => row).join(", ")}` +
      (conflict === undefined ? "" : ` ON CONFLICT ${conflict}`)
    valuesTexts.set(name, text)
  }
  return text
}

/** `column IN (…)` with one parameter, for any number of texts. */
export const isOneOf = (sql: SqlClient.SqlClient, column: string, texts: ReadonlyArray<string>): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => sql`${sql(column)} IN (SELECT json_array_elements_text(${JSON.stringify(texts)}::json))`,
    orElse: () => sql`${sql(column)} IN (SELECT value FROM json_each(${JSON.stringify(texts)}))`
  })

/** Locks the rows that a transaction read, on an engine where others could write them meanwhile. */
export const forUpdate = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.onDialectOrElse({ pg: () => sql.literal("FOR UPDATE"), orElse: () => sql.literal("") })
