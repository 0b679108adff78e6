import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Blocklist, BlocklistEntryNotFound } from "../../../core/ports/Blocklist.ts"
import type { BlocklistEntry, BlocklistTarget } from "../../../core/urls/BlocklistEntry.ts"
import { insertRows, type Target } from "./Dialect.ts"
import { instant, instantOrNull, integer, type Row, text } from "./Row.ts"

/** Entries written with one statement. */
export const entriesWrittenMax = 1_000

const blocklist: Target<Omit<BlocklistEntry, "id">> = {
  table: "blocklist",
  columns: {
    kind: "text",
    expression: "text",
    reason: "text",
    source: "text",
    created_at: "integer",
    expires_at: "integer"
  },
  cells: (entry) => [
    entry.kind,
    entry.expression,
    entry.reason,
    entry.source,
    entry.createdAt.getTime(),
    entry.expiresAt?.getTime() ?? null
  ],
  conflict:
    `(kind, expression) DO UPDATE SET reason = excluded.reason, source = excluded.source, expires_at = excluded.expires_at`
}

export const layer: Layer.Layer<Blocklist, never, SqlClient.SqlClient> = Layer.effect(
  Blocklist,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const count = sql`SELECT COUNT(*) AS entries FROM blocklist`.pipe(Effect.map(([row]) => integer(row!, "entries")))

    return Blocklist.of({
      find: (targets, now) =>
        sql`SELECT * FROM blocklist WHERE (kind, expression) IN (${pairs(sql, targets)})
          AND (expires_at IS NULL OR expires_at > ${now.getTime()}) ORDER BY id LIMIT 1`.pipe(
          Effect.map(([row]) => row === undefined ? null : entryOf(row)),
          Effect.orDie
        ),
      put: Effect.fnUntraced(function*(entry) {
        yield* insertRows(sql, blocklist, [entry])
        const [row] =
          yield* sql`SELECT * FROM blocklist WHERE kind = ${entry.kind} AND expression = ${entry.expression}`
        return entryOf(row!)
      }, Effect.orDie),
      putAll: (entries) =>
        sql.withTransaction(Effect.gen(function*() {
          const before = yield* count
          for (let at = 0; at < entries.length; at += entriesWrittenMax) {
            yield* insertRows(sql, blocklist, lastOfEach(entries.slice(at, at + entriesWrittenMax)))
          }
          return (yield* count) - before
        })).pipe(Effect.orDie),
      list: ({ before, limit }) =>
        sql`SELECT * FROM blocklist WHERE id < ${before ?? Number.MAX_SAFE_INTEGER} ORDER BY id DESC LIMIT ${limit}`
          .pipe(
            Effect.map((rows) => rows.map(entryOf)),
            Effect.orDie
          ),
      remove: Effect.fnUntraced(function*(id) {
        const removed = yield* Effect.orDie(sql`DELETE FROM blocklist WHERE id = ${id} RETURNING id`)
        if (removed.length === 0) return yield* new BlocklistEntryNotFound({ id })
      }),
      count: Effect.orDie(count)
    })
  })
)

/** (kind, expression) of each target, from one JSON parameter. */
const pairs = (sql: SqlClient.SqlClient, targets: ReadonlyArray<BlocklistTarget>) => {
  const list = JSON.stringify(targets.map(({ expression, kind }) => [kind, expression]))
  return sql.onDialectOrElse({
    pg: () => sql`SELECT value->>0, value->>1 FROM json_array_elements(${list}::json)`,
    orElse: () => sql`SELECT value->>0, value->>1 FROM json_each(${list})`
  })
}

/** PostgreSQL does not let one statement write a row twice. */
const lastOfEach = (entries: ReadonlyArray<Omit<BlocklistEntry, "id">>) => [
  ...new Map(entries.map((entry) => [`${entry.kind} ${entry.expression}`, entry])).values()
]

const entryOf = (row: Row): BlocklistEntry => ({
  id: integer(row, "id"),
  kind: text(row, "kind") as BlocklistTarget["kind"],
  expression: text(row, "expression"),
  reason: text(row, "reason"),
  source: text(row, "source"),
  createdAt: instant(row, "created_at"),
  expiresAt: instantOrNull(row, "expires_at")
})
