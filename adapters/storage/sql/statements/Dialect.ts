import { Effect, Option } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import type { AccountId } from "../../../../core/kernel/Ids.ts"
import type { Row } from "./Row.ts"

/** Types of the columns in all tables. */
export type ColumnType = "text" | "integer" | "real"

const pgTypes: Readonly<Record<ColumnType, string>> = { text: "text", integer: "bigint", real: "double precision" }

/** Value of a column. Times are milliseconds since 1970-01-01 UTC. Lists and objects are JSON text. */
export type Cell = string | number | null

/** Table to insert into, with the conversion of items to rows. */
export interface InsertTarget<Item> {
  readonly table: string
  readonly columns: Readonly<Record<string, ColumnType>>
  /** Returns the values in column order. */
  readonly cells: (item: Item) => ReadonlyArray<Cell>
  /** Text after `ON CONFLICT`, such as `(id) DO NOTHING`. */
  readonly conflict?: string
  /**
   * Whether each number of rows up to 64 has a separate statement. Set for tables that get a few rows with nearly every
   * commit.
   */
  readonly hasStatementPerSize?: true
}

/**
 * Inserts any number of rows. On PostgreSQL, the rows are one JSON parameter, so one prepared statement serves every
 * size. On SQLite, JSON costs twice the CPU time (measured). There the rows are `VALUES` in batches of 64, 32, 16 … 1
 * rows, so seven prepared statements serve every size.
 */
export const insertRows = <Item>(
  sql: SqlClient.SqlClient,
  target: InsertTarget<Item>,
  items: ReadonlyArray<Item>
): Effect.Effect<void, SqlError.SqlError> => Effect.asVoid(insertReturning(sql, target, items, ""))

/**
 * Inserts rows as `insertRows` does. Returns the written rows, without rows that `ON CONFLICT DO NOTHING` skipped.
 *
 * @param returning columns separated by commas; no rows are returned if empty
 */
export const insertReturning = <Item>(
  sql: SqlClient.SqlClient,
  target: InsertTarget<Item>,
  items: ReadonlyArray<Item>,
  returning: string
): Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError> =>
  sql.onDialectOrElse({
    pg: (): Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError> => insertJson(sql, target, items, returning),
    orElse: () => insertValues(sql, target, items, returning)
  })

const afterRows = ({ conflict }: InsertTarget<never>, returning: string): string =>
  (conflict === undefined ? "" : ` ON CONFLICT ${conflict}`) + (returning === "" ? "" : ` RETURNING ${returning}`)

const insertJson = <Item>(
  sql: SqlClient.SqlClient,
  target: InsertTarget<Item>,
  items: ReadonlyArray<Item>,
  returning: string
) => {
  const { cells, columns, table } = target
  const names = Object.keys(columns).join(", ")
  const casts = Object.values(columns).map((type, at) => `(value->>${at})::${pgTypes[type]}`)
  return sql`INSERT INTO ${sql.literal(`${table} (${names}) SELECT ${casts.join(", ")}`)}
    FROM json_array_elements(${JSON.stringify(items.map(cells))}::json)${sql.literal(afterRows(target, returning))}`
}

const batchRowsMax = 64

const insertValues = Effect.fnUntraced(function*<Item>(
  sql: SqlClient.SqlClient,
  target: InsertTarget<Item>,
  items: ReadonlyArray<Item>,
  returning: string
) {
  const transaction = yield* Effect.serviceOption(sql.transactionService)
  const written: Array<Row> = []
  let batch = batchRowsMax
  for (let at = 0; at < items.length; at += batch) {
    if (target.hasStatementPerSize === true) batch = Math.min(batchRowsMax, items.length - at)
    else while (batch > items.length - at) batch /= 2
    const params: Array<Cell> = []
    for (let next = at; next < at + batch; next++) {
      for (const cell of target.cells(items[next]!)) params.push(cell)
    }
    const text = valuesText(target, batch, returning)
    // Uses the transaction's connection directly, because the client would copy the parameters.
    const rows = yield* Option.isSome(transaction)
      ? transaction.value[0].execute(text, params, undefined)
      : sql.unsafe(text, params)
    if (returning !== "") { for (const row of rows) written.push(row) }
  }
  return written
})

const valuesTexts = new Map<string, string>()

const valuesText = (target: InsertTarget<never>, rows: number, returning: string): string => {
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

/** Returns the condition `column IN (…)` with one parameter for any number of strings. */
export const isOneOf = (sql: SqlClient.SqlClient, column: string, texts: ReadonlyArray<string>): Statement.Fragment =>
  texts.length === 1 ? sql`${sql(column)} = ${texts[0]}` : sql.onDialectOrElse({
    pg: () => sql`${sql(column)} IN (SELECT json_array_elements_text(${JSON.stringify(texts)}::json))`,
    orElse: () => sql`${sql(column)} IN (SELECT value FROM json_each(${JSON.stringify(texts)}))`
  })

/** Returns the SQL suffix that locks the selected rows. It is empty for SQLite, which has no concurrent writers. */
export const forUpdate = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.onDialectOrElse({ pg: () => sql.literal("FOR UPDATE"), orElse: () => sql.literal("") })

/** Runs a transaction that locks an account, so that such transactions are serialized across all instances. */
export const withAccountLock = <A, E, R>(
  sql: SqlClient.SqlClient,
  accountId: AccountId,
  work: Effect.Effect<A, E | SqlError.SqlError, R>
) =>
  sql.withTransaction(Effect.andThen(
    sql`SELECT id FROM accounts WHERE id = ${accountId} ${forUpdate(sql)}`,
    work
  ))
