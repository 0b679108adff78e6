import type { SqlClient, Statement } from "effect/sql"
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
