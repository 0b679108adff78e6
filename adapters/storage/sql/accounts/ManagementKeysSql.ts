import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ManagementKey } from "../../../../core/management-keys/ManagementKey.ts"
import { ManagementKeyNotFound, ManagementKeys } from "../../../../core/management-keys/ManagementKeys.ts"
import { isManagementScope } from "../../../../core/management-keys/ManagementScope.ts"
import { orDie } from "../statements/Outage.ts"
import { readInstant, readInstantOrNull, readText, readTextList, tableReader } from "../statements/Row.ts"

export const layer: Layer.Layer<ManagementKeys, never, SqlClient.SqlClient> = Layer.effect(
  ManagementKeys,
  Effect.map(SqlClient.SqlClient, (sql) =>
    ManagementKeys.of({
      create: (key) =>
        sql`INSERT INTO management_keys (id, account_id, name, digest, last_four, scopes, created_at, expires_at)
          VALUES (${key.id}, ${key.accountId}, ${key.name}, ${key.digest}, ${key.lastFour}, ${
          JSON.stringify(key.scopes)
        },
            ${key.createdAt.getTime()}, ${key.expiresAt?.getTime() ?? null})`.pipe(Effect.asVoid, orDie),
      find: (digest) =>
        sql`SELECT * FROM management_keys WHERE digest = ${digest}`.pipe(
          Effect.map(([row]) => row === undefined ? null : keyOf(row)),
          orDie
        ),
      list: (accountId) =>
        sql`SELECT * FROM management_keys WHERE account_id = ${accountId} ORDER BY created_at, id`.pipe(
          Effect.map((rows) => rows.map(keyOf)),
          orDie
        ),
      revoke: Effect.fnUntraced(function*(accountId, id, at) {
        const [row] = yield* orDie(sql`UPDATE management_keys SET revoked_at = ${at.getTime()}
          WHERE account_id = ${accountId} AND id = ${id} AND revoked_at IS NULL RETURNING *`)
        return row === undefined ? yield* new ManagementKeyNotFound({ id }) : keyOf(row)
      }),
      recordUse: (id, at) =>
        sql`UPDATE management_keys SET last_used_at = ${at.getTime()} WHERE id = ${id}`.pipe(Effect.asVoid, orDie)
    }))
)

const keyOf = tableReader("management_keys", (row): ManagementKey => ({
  id: readText(row, "id"),
  accountId: readText(row, "account_id"),
  name: readText(row, "name"),
  digest: readText(row, "digest"),
  lastFour: readText(row, "last_four"),
  // Omits scopes that only another release knows, so that servers of two releases can share the database.
  scopes: readTextList(row, "scopes").filter(isManagementScope),
  createdAt: readInstant(row, "created_at"),
  expiresAt: readInstantOrNull(row, "expires_at"),
  lastUsedAt: readInstantOrNull(row, "last_used_at"),
  revokedAt: readInstantOrNull(row, "revoked_at")
}))
