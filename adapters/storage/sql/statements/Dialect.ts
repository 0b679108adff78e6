import { Effect, Option } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import type { Row } from "./Row.ts"

/** The kinds of columns that the tables have: everything else is written as one of them. */
export type ColumnType = "text" | "integer" | "real"

const pgTypes: Readonly<Record<ColumnType, string>> = { text: "text", integer: "bigint", real: "double precision" }

/** A value as it is bound: instants are milliseconds since 1970, lists and objects are JSON text. */
export type Cell = string | number | null

/** A table, and how its rows are written. */
export interface Target<Item> {
  readonly table: string
  readonly columns: Readonly<Record<string, ColumnType>>
  /** What goes into the columns, in their order. */
  readonly cells: (item: Item) => ReadonlyArray<Cell>
  /** What follows `ON CONFLICT`, for instance `(id) DO NOTHING`. */
  readonly conflict?: string
  /** A statement for every number of rows: few rows, of a table that is written with nearly every commit. */
  readonly isExact?: true
}

/**
 * `INSERT` of any number of rows. PostgreSQL gets them as one JSON parameter, so that one prepared statement serves every
 * size. SQLite, where that costs twice the CPU time (measured), gets `VALUES` in portions of 64, 32, 16 … rows: seven
 * statements for every size.
 */
export const insertRows = <Item>(
  sql: SqlClient.SqlClient,
  target: Target<Item>,
  items: ReadonlyArray<Item>
): Effect.Effect<void, SqlError.SqlError> => Effect.asVoid(insertReturning(sql, target, items, ""))

/**
 * The same, with the rows that were written: those in conflict are not among them.
 *
 * @param returning columns, with commas; none when empty
 */
export const insertReturning = <Item>(
  sql: SqlClient.SqlClient,
  target: Target<Item>,
  items: ReadonlyArray<Item>,
  returning: string
): Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError> =>
  sql.onDialectOrElse({
    pg: (): Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError> => insertJson(sql, target, items, returning),
    orElse: () => insertValues(sql, target, items, returning)
  })

const afterRows = ({ conflict }: Target<never>, returning: string): string =>
  (conflict === undefined ? "" : ` ON CONFLICT ${conflict}`) + (returning === "" ? "" : ` RETURNING ${returning}`)

const insertJson = <Item>(
  sql: SqlClient.SqlClient,
  target: Target<Item>,
  items: ReadonlyArray<Item>,
  returning: string
) => {
  const { cells, columns, table } = target
  const names = Object.keys(columns).join(", ")
  const casts = Object.values(columns).map((type, at) => `(value->>${at})::${pgTypes[type]}`)
  return sql`INSERT INTO ${sql.literal(`${table} (${names}) SELECT ${casts.join(", ")}`)}
    FROM json_array_elements(${JSON.stringify(items.map(cells))}::json)${sql.literal(afterRows(target, returning))}`
}

const portionRowsMax = 64

const insertValues = Effect.fnUntraced(function*<Item>(
  sql: SqlClient.SqlClient,
  target: Target<Item>,
  items: ReadonlyArray<Item>,
  returning: string
) {
  const transaction = yield* Effect.serviceOption(sql.transactionService)
  const written: Array<Row> = []
  let portion = portionRowsMax
  for (let at = 0; at < items.length; at += portion) {
    if (target.isExact === true) portion = Math.min(portionRowsMax, items.length - at)
    else while (portion > items.length - at) portion /= 2
    const params: Array<Cell> = []
    for (let next = at; next < at + portion; next++) {
      for (const cell of target.cells(items[next]!)) params.push(cell)
    }
    const text = valuesText(target, portion, returning)
    // Straight on the transaction's connection: a statement of the client would copy the parameters of every row.
    const rows = yield* Option.isSome(transaction)
      ? transaction.value[0].execute(text, params, undefined)
      : sql.unsafe(text, params)
    if (returning !== "") { for (const row of rows) written.push(row) }
  }
  return written
})

const valuesTexts = new Map<string, string>()

const valuesText = (target: Target<never>, rows: number, returning: string): string => {
  const after = afterRows(target, returning)
  const name = `${target.table} ${rows} ${after}`
  let text = valuesTexts.get(name)
  if (text === undefined) {
    const names = Object.keys(target.columns)
    const row = `(${names.map(() => "?").join(", ")})`
    const values = Array.from({ length: rows }, () => row).join(", ")
    text = `INSERT INTO ${target.table} (${names.join(", ")}) VALUES ${values}${after}`
    valuesTexts.set(name, text)
  }
  return text
}

/** `column IN (…)` with one parameter, for any number of texts. */
export const isOneOf = (sql: SqlClient.SqlClient, column: string, texts: ReadonlyArray<string>): Statement.Fragment =>
  texts.length === 1 ? sql`${sql(column)} = ${texts[0]}` : sql.onDialectOrElse({
    pg: () => sql`${sql(column)} IN (SELECT json_array_elements_text(${JSON.stringify(texts)}::json))`,
    orElse: () => sql`${sql(column)} IN (SELECT value FROM json_each(${JSON.stringify(texts)}))`
  })

/** Locks the rows that a transaction read, on an engine where others could write them meanwhile. */
export const forUpdate = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.onDialectOrElse({ pg: () => sql.literal("FOR UPDATE"), orElse: () => sql.literal("") })
