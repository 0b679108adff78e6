import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { readInteger, requireRow, type Row } from "./Row.ts"

interface MergedScan {
  readonly table: string
  /** Conditions of each branch. A row must not match two branches. */
  readonly branches: ReadonlyArray<ReadonlyArray<Statement.Fragment>>
  /** Order of every branch's index, such as `id DESC`. */
  readonly order: string
  readonly limit: number
}

/**
 * Reads the first rows of several branches. Each branch needs an index on the columns of its conditions, followed by
 * the columns of the order. SQLite merges the branches while it reads (`MERGE (UNION ALL)`) and stops at the limit.
 * PostgreSQL would plan to read whole branches, so each branch also gets the limit. With `IN` instead of branches, a
 * database would collect and sort all rows.
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

/** Maximum number of rows that one statement reads. It takes a few milliseconds, which block SQLite's connection. */
const batchRows = 10_000

/**
 * Processes a whole table by ID in batches, with pauses for other work. Returns the sum of the results of `work`.
 *
 * @param work called with the SQL condition of each batch
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
    const to = last === undefined ? Number.MAX_SAFE_INTEGER : readInteger(last, "id")
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
      (rows) => readInteger(requireRow(rows), "found")
    ))
