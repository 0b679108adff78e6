import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { integer, requireRow, type Row } from "./Row.ts"

interface MergedScan {
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
export const selectMerged = (
  sql: SqlClient.SqlClient,
  { branches, limit, order, table }: MergedScan
): Statement.Statement<Row> => {
  const page = sql`ORDER BY ${sql.literal(order)} LIMIT ${limit}`
  const branchScans = branches.map((conditions) => sql`SELECT * FROM ${sql(table)} WHERE ${sql.and(conditions)}`)
  if (branchScans.length === 1) return sql`${branchScans[0]} ${page}`
  const bounded = sql.onDialectOrElse({
    pg: () => branchScans.map((scan) => sql`(${scan} ${page})`),
    orElse: () => branchScans
  })
  return sql`${sql.join(" UNION ALL ", false)(bounded)} ${page}`
}

/** Rows read by one statement: some milliseconds, during which SQLite runs no other statement. */
const batchRows = 10_000

/**
 * Processes a whole table by ID in batches, with pauses for other work.
 *
 * @param work called with the condition of a batch; its results are summed
 */
export const forEachBatch = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  table: string,
  work: (batch: Statement.Fragment) => Effect.Effect<number, SqlError.SqlError>
) {
  let from = 0
  let sum = 0
  for (;;) {
    const [last] = yield* sql`SELECT id FROM ${sql(table)} WHERE id > ${from} ORDER BY id
      LIMIT 1 OFFSET ${batchRows - 1}`
    const to = last === undefined ? Number.MAX_SAFE_INTEGER : integer(last, "id")
    sum += yield* work(sql`id > ${from} AND id <= ${to}`)
    if (last === undefined) return sum
    from = to
    yield* Effect.yieldNow
  }
})

/** Counts the rows that match a condition. */
export const countWhere = (sql: SqlClient.SqlClient, table: string, isOne: Statement.Fragment) =>
  forEachBatch(sql, table, (batch) =>
    Effect.map(
      sql`SELECT COUNT(*) AS found FROM ${sql(table)} WHERE ${batch} AND ${isOne}`,
      (rows) => integer(requireRow(rows), "found")
    ))
