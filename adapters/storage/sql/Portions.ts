import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { integer } from "./Row.ts"

/** Rows that one statement looks at: some milliseconds, during which SQLite answers nobody else. */
export const portionRows = 10_000

/**
 * Goes through a whole table by its ids, a portion at a time, with a moment for others between them.
 *
 * @param work with the condition of a portion; what it returns is summed up
 */
export const byPortions = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  table: string,
  work: (portion: Statement.Fragment) => Effect.Effect<number, SqlError.SqlError>
) {
  let from = 0
  let sum = 0
  for (;;) {
    const [last] = yield* sql`SELECT id FROM ${sql(table)} WHERE id > ${from} ORDER BY id
      LIMIT 1 OFFSET ${portionRows - 1}`
    const to = last === undefined ? Number.MAX_SAFE_INTEGER : integer(last, "id")
    sum += yield* work(sql`id > ${from} AND id <= ${to}`)
    if (last === undefined) return sum
    from = to
    yield* Effect.yieldNow
  }
})

/** How many rows have one of these texts in a column. */
export const countOf = (sql: SqlClient.SqlClient, table: string, isOne: Statement.Fragment) =>
  byPortions(sql, table, (portion) =>
    Effect.map(
      sql`SELECT COUNT(*) AS found FROM ${sql(table)} WHERE ${portion} AND ${isOne}`,
      ([row]) => integer(row!, "found")
    ))
