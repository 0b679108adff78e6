import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ApiKey } from "../../../../core/keys/ApiKey.ts"
import { ApiKeyNotFound, ApiKeys, apiKeyStaleMillisMax } from "../../../../core/keys/ApiKeys.ts"
import { GroupCommit } from "../commits/GroupCommit.ts"
import { isYoungerThan } from "../servers/DatabaseClock.ts"
import { orDie } from "../statements/Outage.ts"
import { instant, instantOrNull, integer, tableReader, text } from "../statements/Row.ts"

/** Maximum number of cached live keys; the one read least recently is dropped first. */
export const keysCachedMax = 10_000
/** Minimum interval between two writes of a key's last use. */
export const lastUsedMillis = 60_000

interface CachedKey {
  readonly key: ApiKey
  readonly readAt: number
}

interface KeyCache {
  /** By digest. */
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
      create: (key) =>
        sql`INSERT INTO api_keys (id, account_id, name, digest, last_four, requests_per_minute, created_at)
          VALUES (${key.id}, ${key.accountId}, ${key.name}, ${key.digest}, ${key.lastFour}, ${key.requestsPerMinute},
            ${key.createdAt.getTime()})
          ON CONFLICT (id) DO NOTHING RETURNING id`.pipe(Effect.map((rows) => rows.length > 0), orDie),
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
      revoke: Effect.fnUntraced(function*(accountId, id, at) {
        const [row] = yield* orDie(sql`UPDATE api_keys SET revoked_at = ${at.getTime()}
          WHERE account_id = ${accountId} AND id = ${id} AND revoked_at IS NULL RETURNING digest`)
        if (row === undefined) return yield* new ApiKeyNotFound({ id })
        cache.revocations++
        cache.keys.delete(text(row, "digest"))
      }),
      recordUse: (id, atMillis) => {
        if (atMillis - (lastWritten.get(id) ?? -Infinity) < lastUsedMillis) return
        if (lastWritten.size >= keysCachedMax) lastWritten.clear()
        lastWritten.set(id, atMillis)
        lane.post({ id, atMillis })
      }
    })
  })
)

/** The age counts from before the read, so that no revocation takes effect later than the port allows. */
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
    // A revocation may have happened while the row was read.
    if (cache.revocations === revokedBefore) cache.keys.set(digest, { key, readAt })
    return key
  }
)

const keyOf = tableReader("api_keys", (row): ApiKey => ({
  id: text(row, "id"),
  accountId: text(row, "account_id"),
  name: text(row, "name"),
  digest: text(row, "digest"),
  lastFour: text(row, "last_four"),
  requestsPerMinute: integer(row, "requests_per_minute"),
  createdAt: instant(row, "created_at"),
  lastUsedAt: instantOrNull(row, "last_used_at"),
  revokedAt: instantOrNull(row, "revoked_at")
}))
