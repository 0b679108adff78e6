import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { KeyRing, type RingKey } from "../../../../core/shield/KeyRing.ts"
import { orDie } from "../statements/Outage.ts"
import { readInstant, readText, tableReader } from "../statements/Row.ts"

export const layer: Layer.Layer<KeyRing, never, SqlClient.SqlClient> = Layer.effect(
  KeyRing,
  Effect.map(SqlClient.SqlClient, (sql) => {
    /** Locks the table until the transaction ends. On SQLite, a transaction is exclusive from its beginning. */
    const lockTable = sql.onDialectOrElse({
      pg: () => Effect.asVoid(sql`LOCK TABLE key_ring IN SHARE ROW EXCLUSIVE MODE`),
      orElse: () => Effect.void
    })

    const insert = (key: RingKey) =>
      sql`INSERT INTO key_ring (id, secret, created_at)
        VALUES (${key.id}, ${hexOf(key.secret)}, ${key.createdAt.getTime()})`

    return KeyRing.of({
      list: sql`SELECT * FROM key_ring ORDER BY created_at DESC, id DESC`.pipe(
        Effect.map((rows) => rows.map(keyOf)),
        orDie
      ),
      add: (key, options) =>
        (options?.onlyFirst === true
          ? sql.withTransaction(Effect.gen(function*() {
            yield* lockTable
            const [any] = yield* sql`SELECT id FROM key_ring LIMIT 1`
            if (any === undefined) yield* insert(key)
          }))
          : insert(key)).pipe(Effect.asVoid, orDie),
      retire: (before) =>
        sql`DELETE FROM key_ring WHERE created_at < ${before.getTime()}
          AND id <> (SELECT id FROM key_ring ORDER BY created_at DESC, id DESC LIMIT 1) RETURNING id`.pipe(
          Effect.map((rows) => rows.length),
          orDie
        )
    })
  })
)

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))

const keyOf = tableReader("key_ring", (row): RingKey => ({
  id: readText(row, "id"),
  secret: bytesOf(readText(row, "secret")),
  createdAt: readInstant(row, "created_at")
}))
