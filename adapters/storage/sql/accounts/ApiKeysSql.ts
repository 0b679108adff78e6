import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ApiKey } from "../../../../core/keys/ApiKey.ts"
import { ApiKeyNotFound, ApiKeys, apiKeyStaleMillisMax } from "../../../../core/keys/ApiKeys.ts"
import { GroupCommit } from "../commits/GroupCommit.ts"
import { isYoungerThan } from "../servers/DatabaseClock.ts"
import { orDie } from "../statements/Outage.ts"
import { readInstant, readInstantOrNull, readInteger, readText, tableReader } from "../statements/Row.ts"
import { writeEvents } from "../webhooks/WebhookRows.ts"

/** Maximum number of cached active keys. The key that was read from the database first is dropped first. */
export const keysCachedMax = 10_000
/** Minimum interval between two writes of a key's last use. */
export const lastUsedWriteMillisMin = 60_000

interface CachedKey {
  readonly key: ApiKey
  readonly readAt: number
}

interface KeyCache {
  /** Cached keys by digest. */
  readonly keys: Map<string, CachedKey>
  /** Number of revocations in this process. */
  revocations: number
}

interface Use {
  readonly id: string
  readonly atMillis: number
}

export const layer: Layer.Layer<ApiKeys, never, SqlClient.SqlClient | GroupCommit> = Layer.effect(
  ApiKeys,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const clock = yield* Clock.Clock
    const cache: KeyCache = { keys: new Map(), revocations: 0 }
    const lastWritten = new Map<string, number>()

    const lane = (yield* GroupCommit).lane<Use, void>({
      write: (uses) =>
        Effect.forEach(
          uses,
          ({ atMillis, id }) => Effect.asVoid(sql`UPDATE api_keys SET last_used_at = ${atMillis} WHERE id = ${id}`)
        )
    })

    return ApiKeys.of({
      create: (key, event) =>
        orDie(sql.withTransaction(Effect.gen(function*() {
          const created = yield* insertKey(sql, key)
          if (created && event !== undefined) yield* writeEvents(sql, [event])
          return created
        }))),
      findActive: (digest) => {
        const cached = cache.keys.get(digest)
        if (
          cached !== undefined && isYoungerThan(clock.currentTimeMillisUnsafe() - cached.readAt, apiKeyStaleMillisMax)
        ) {
          return Effect.succeed(cached.key)
        }
        return orDie(readKey(sql, clock, cache, digest))
      },
      list: (accountId) =>
        sql`SELECT * FROM api_keys WHERE account_id = ${accountId} ORDER BY created_at, id`.pipe(
          Effect.map((rows) => rows.map(keyOf)),
          orDie
        ),
      revoke: Effect.fnUntraced(function*(accountId, id, at, event) {
        const [row] = yield* orDie(sql.withTransaction(Effect.gen(function*() {
          const revoked = yield* sql`UPDATE api_keys SET revoked_at = ${at.getTime()}
            WHERE account_id = ${accountId} AND id = ${id} AND revoked_at IS NULL RETURNING digest`
          if (revoked.length > 0 && event !== undefined) yield* writeEvents(sql, [event])
          return revoked
        })))
        if (row === undefined) return yield* new ApiKeyNotFound({ id })
        cache.revocations++
        cache.keys.delete(readText(row, "digest"))
      }),
      recordUse: (id, atMillis) => {
        if (atMillis - (lastWritten.get(id) ?? -Infinity) < lastUsedWriteMillisMin) return
        if (lastWritten.size >= keysCachedMax) lastWritten.clear()
        lastWritten.set(id, atMillis)
        lane.post({ id, atMillis })
      }
    })
  })
)

/** Inserts a key. Returns false if the ID exists. */
const insertKey = (sql: SqlClient.SqlClient, key: ApiKey) =>
  Effect.map(
    sql`INSERT INTO api_keys (id, account_id, name, digest, last_four, requests_per_minute, created_at)
      VALUES (${key.id}, ${key.accountId}, ${key.name}, ${key.digest}, ${key.lastFour}, ${key.requestsPerMinute},
        ${key.createdAt.getTime()})
      ON CONFLICT (id) DO NOTHING RETURNING id`,
    (rows) => rows.length > 0
  )

/**
 * Reads a key. The age of a cached key counts from the start of the read, so a revocation takes effect within
 * `apiKeyStaleMillisMax`.
 */
const readKey = Effect.fnUntraced(
  function*(sql: SqlClient.SqlClient, clock: Clock.Clock, cache: KeyCache, digest: string) {
    const readAt = clock.currentTimeMillisUnsafe()
    const revokedBefore = cache.revocations
    const [row] = yield* sql`SELECT * FROM api_keys WHERE digest = ${digest} AND revoked_at IS NULL`
    cache.keys.delete(digest)
    if (row === undefined) return null
    const key = keyOf(row)
    const [oldest] = cache.keys.keys()
    if (oldest !== undefined && cache.keys.size >= keysCachedMax) cache.keys.delete(oldest)
    // Does not cache the key after a revocation during the read, because this key may be the revoked one.
    if (cache.revocations === revokedBefore) cache.keys.set(digest, { key, readAt })
    return key
  }
)

const keyOf = tableReader("api_keys", (row): ApiKey => ({
  id: readText(row, "id"),
  accountId: readText(row, "account_id"),
  name: readText(row, "name"),
  digest: readText(row, "digest"),
  lastFour: readText(row, "last_four"),
  requestsPerMinute: readInteger(row, "requests_per_minute"),
  createdAt: readInstant(row, "created_at"),
  lastUsedAt: readInstantOrNull(row, "last_used_at"),
  revokedAt: readInstantOrNull(row, "revoked_at")
}))
