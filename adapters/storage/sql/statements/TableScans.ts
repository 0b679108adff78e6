import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { integer, oneRow, type Row } from "./Row.ts"

interface Walks {
  readonly table: string
  /** Conditions of each branch; no row may match two branches. */
  readonly branches: ReadonlyArray<ReadonlyArray<Statement.Fragment>>
  /** Order of every branch's index, such as `id DESC`. */
  readonly order: string
  readonly limit: number
}

/**
 * Reads the first rows of several branches, each through an index that starts with its conditions and ends with the order. SQLite merges
 * them while reading (`MERGE (UNION ALL)`) and reads no further than the page. PostgreSQL plans each branch as if all of it were needed, so
 * each branch gets the limit. `IN` would collect and sort all rows.
 */
export const newestOf = (
  sql: SqlClient.SqlClient,
  { branches, limit, order, table }: Walks
): Statement.Statement<Row> => {
  const page = sql`ORDER BY ${sql.literal(order)} LIMIT ${limit}`
  const walks = branches.map((conditions) => sql`SELECT * FROM ${sql(table)} WHERE ${sql.and(conditions)}`)
  if (walks.length === 1) return sql`${walks[0]} ${page}`
  const bounded = sql.onDialectOrElse({ pg: () => walks.map((walk) => sql`(${walk} ${page})`), orElse: () => walks })
  return sql`${sql.join(" UNION ALL ", false)(bounded)} ${page}`
}

/** Rows read by one statement: some milliseconds, during which SQLite runs no other statement. */
const portionRows = 10_000

/**
 * Processes a whole table by ID in portions, with pauses for other work.
 *
 * @param work called with the condition of a portion; its results are summed
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

/** Counts the rows that match a condition. */
export const countOf = (sql: SqlClient.SqlClient, table: string, isOne: Statement.Fragment) =>
  byPortions(sql, table, (portion) =>
    Effect.map(
      sql`SELECT COUNT(*) AS found FROM ${sql(table)} WHERE ${portion} AND ${isOne}`,
      (rows) => integer(oneRow(rows), "found")
    ))
