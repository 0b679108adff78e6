import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { integer, oneRow, type Row } from "./Row.ts"

interface Walks {
  readonly table: string
  /** The conditions of each walk; no row satisfies two of them. */
  readonly branches: ReadonlyArray<ReadonlyArray<Statement.Fragment>>
  /** As every walk's index has it: `id DESC`. */
  readonly order: string
  readonly limit: number
}

/**
 * The first rows of several walks, each through an index that begins with its conditions and ends with the order. SQLite merges them
 * while they are read (`MERGE (UNION ALL)`), and reads none further than the page reaches; PostgreSQL, which plans each walk as if all of
 * it were wanted, is told for each how far. `IN` would collect all and sort them.
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

/** Rows that one statement looks at: some milliseconds, during which SQLite answers nobody else. */
const portionRows = 10_000

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
      (rows) => integer(oneRow(rows), "found")
    ))
