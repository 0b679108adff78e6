import type { SqlClient, Statement } from "effect/sql"
import type { BlocklistEntry, BlocklistTarget } from "../../../core/threats/blocklist/BlocklistEntry.ts"
import { instant, instantOrNull, integer, type Row, text } from "./Row.ts"

/** Whether an entry is of one of these; they go as one JSON parameter. */
export const isOneOfTargets = (
  sql: SqlClient.SqlClient,
  targets: ReadonlyArray<BlocklistTarget>
): Statement.Fragment => {
  const list = JSON.stringify(targets.map(({ expression, kind }) => [kind, expression]))
  const pairs = sql.onDialectOrElse({
    pg: () => sql`SELECT value->>0, value->>1 FROM json_array_elements(${list}::json)`,
    orElse: () => sql`SELECT value->>0, value->>1 FROM json_each(${list})`
  })
  return sql`(kind, expression) IN (${pairs})`
}

/** A database that is only read may lack what the newest migration adds. */
export const entryOf = (row: Row): BlocklistEntry => ({
  id: integer(row, "id"),
  kind: text(row, "kind") as BlocklistTarget["kind"],
  expression: text(row, "expression"),
  action: row["action"] === "allow" ? "allow" : "block",
  reason: text(row, "reason"),
  source: text(row, "source"),
  author: row["author"] === undefined ? "operator" : text(row, "author"),
  forced: row["forced"] !== undefined && integer(row, "forced") === 1,
  createdAt: instant(row, "created_at"),
  expiresAt: instantOrNull(row, "expires_at")
})
