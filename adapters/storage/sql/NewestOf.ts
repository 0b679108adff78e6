import type { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import type { Row } from "./Row.ts"

interface Walks {
  readonly table: string
  /** The conditions of each walk; no row satisfies two of them. */
  readonly branches: ReadonlyArray<ReadonlyArray<Statement.Fragment>>
  /** As every walk's index has it: `id DESC`. */
  readonly order: string
  readonly limit: number
}

/**
 * The first rows of several walks, each through an index that begins with its conditions and ends with the order: they are merged while
 * they are read, and none is read further than the page reaches (`MERGE (UNION ALL)` of SQLite, `Merge Append` of PostgreSQL). `IN` would
 * collect all and sort them.
 */
export const newestOf = (
  sql: SqlClient.SqlClient,
  { branches, limit, order, table }: Walks
): Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError> => {
  const walks = branches.map((conditions) => sql`SELECT * FROM ${sql(table)} WHERE ${sql.and(conditions)}`)
  return sql`${sql.join(" UNION ALL ", false)(walks)} ORDER BY ${sql.literal(order)} LIMIT ${limit}`
}
