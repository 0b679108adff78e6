import type { SqlClient, Statement } from "effect/sql"

/** The two kinds of columns that the tables have: everything else is written as one of them. */
export type ColumnType = "text" | "integer"

/** A value as it is bound: instants are milliseconds since 1970, lists and objects are JSON text. */
export type Cell = string | number | null

/**
 * `INSERT` of any number of rows with one parameter, so that one prepared statement serves every size of batch.
 *
 * @param conflict what follows `ON CONFLICT`, for instance `(id) DO NOTHING`
 */
export const insertRows = (
  sql: SqlClient.SqlClient,
  table: string,
  columns: Readonly<Record<string, ColumnType>>,
  rows: ReadonlyArray<ReadonlyArray<Cell>>,
  conflict?: string
): Statement.Statement<Record<string, unknown>> => {
  const names = Object.keys(columns).join(", ")
  const onConflict = sql.literal(conflict === undefined ? "" : `ON CONFLICT ${conflict}`)
  const json = JSON.stringify(rows)
  return sql.onDialectOrElse({
    pg: () => {
      const cells = Object.values(columns).map((type, at) => `(value->>${at})::${type === "text" ? "text" : "bigint"}`)
      return sql`INSERT INTO ${sql.literal(`${table} (${names}) SELECT ${cells.join(", ")}`)}
        FROM json_array_elements(${json}::json) ${onConflict}`
    },
    orElse: () => {
      const cells = Object.keys(columns).map((_, at) => `value->>${at}`)
      return sql`INSERT INTO ${sql.literal(`${table} (${names}) SELECT ${cells.join(", ")}`)}
        FROM json_each(${json}) WHERE true ${onConflict}`
    }
  })
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
