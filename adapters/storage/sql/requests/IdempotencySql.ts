import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  type Claim,
  claimMinutesMax,
  Idempotency,
  idempotencyRetentionHours,
  type StoredResponse
} from "../../../../core/history/Idempotency.ts"
import type { AccountId, RequestId } from "../../../../core/kernel/Ids.ts"
import { GroupCommit } from "../commits/GroupCommit.ts"
import { Instances } from "../servers/Instances.ts"
import { orDie } from "../statements/Outage.ts"
import { readNumberOrNull, readText, tableReader } from "../statements/Row.ts"

interface HeldKey {
  readonly accountId: AccountId
  readonly key: string
  readonly requestId: RequestId
}

interface ClaimItem extends HeldKey {
  readonly fingerprint: string
}

export const layer: Layer.Layer<Idempotency, never, SqlClient.SqlClient | GroupCommit | Instances> = Layer.effect(
  Idempotency,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const instances = yield* Instances

    const groups = yield* GroupCommit

    // Releases are written before claims, so that a key released in a group can be claimed in the same group.
    const releases = groups.lane<HeldKey, unknown>({
      write: (items) => Effect.forEach(items.toSorted(byKey), (held) => releaseOne(sql, held))
    })

    const lane = groups.lane<ClaimItem, Claim>({
      write: Effect.fnUntraced(function*(items) {
        const now = yield* Clock.currentTimeMillis
        // Claims keys in the same order on every server. Two servers with different orders could deadlock.
        const claims: Array<Claim> = []
        for (const [at, item] of [...items.entries()].toSorted(([, a], [, b]) => byKey(a, b))) {
          claims[at] = yield* claimOne(sql, instances, item, now)
        }
        return claims
      }),
      // Releases a claim that may have been written, because its caller will not release it.
      onLost: (item, mayBeWritten) => mayBeWritten ? releases.post(item) : undefined
    })

    const releaseLater = (held: HeldKey) => Effect.sync(() => releases.post(held))

    return Idempotency.of({
      // The claim of an interrupted caller may still be committed, so it is released afterward.
      claim: (item) => Effect.onInterrupt(lane.submit(item), () => releaseLater(item)),
      // While the database is unavailable, the response does not wait for the release.
      release: (held) =>
        Effect.suspend(() =>
          groups.isFailing()
            ? releaseLater(held)
            : Effect.catchCause(Effect.asVoid(releaseOne(sql, held)), () => releaseLater(held))
        ),
      sweep: Effect.gen(function*() {
        const now = yield* Clock.currentTimeMillis
        const rows = yield* sql`DELETE FROM idempotency WHERE created_at <= ${now - retentionMillis}
          OR status IS NULL AND instance_id = ${instances.id} AND created_at <= ${now - claimMillisMax} RETURNING key`
        return rows.length
      }).pipe(orDie)
    })
  })
)

const claimOne = Effect.fnUntraced(
  function*(sql: SqlClient.SqlClient, instances: Instances["Service"], item: ClaimItem, now: number) {
    const { accountId, fingerprint, key, requestId } = item
    yield* sql`DELETE FROM idempotency WHERE account_id = ${accountId} AND key = ${key}
      AND created_at <= ${now - retentionMillis}`
    const inserted =
      yield* sql`INSERT INTO idempotency (account_id, key, fingerprint, request_id, instance_id, created_at)
      VALUES (${accountId}, ${key}, ${fingerprint}, ${requestId}, ${instances.id}, ${now})
      ON CONFLICT (account_id, key) DO NOTHING RETURNING key`
    if (inserted.length > 0) return claimed
    const find = sql`SELECT * FROM idempotency WHERE account_id = ${accountId} AND key = ${key}`
    const [row] = yield* find
    if (row === undefined) return running
    const stored = storedClaimOf(row)
    const claim = claimOutcome(stored, item)
    if (claim.kind !== "answered" || stored.instanceId === instances.id) return claim
    // A dead instance may not have delivered the response. The key stays in use until the request is refunded.
    const dead = yield* instances.dead
    if (dead.some(({ inFlight }) => inFlight.includes(claim.answer.requestId))) return running
    const [remaining] = yield* find
    return remaining === undefined ? running : claim
  }
)

const releaseOne = (sql: SqlClient.SqlClient, { accountId, key, requestId }: HeldKey) =>
  sql`DELETE FROM idempotency WHERE account_id = ${accountId} AND key = ${key} AND request_id = ${requestId}
    AND status IS NULL`

/** Orders items by account and key. A stable sort keeps items with the same key in order of arrival. */
const byKey = (a: HeldKey, b: HeldKey): number => order(a.accountId, b.accountId) || order(a.key, b.key)

const order = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0

const retentionMillis = idempotencyRetentionHours * 3_600_000
const claimMillisMax = claimMinutesMax * 60_000
const claimed: Claim = { kind: "claimed" }
const running: Claim = { kind: "running" }
const mismatch: Claim = { kind: "mismatch" }

interface StoredClaim {
  readonly fingerprint: string
  readonly requestId: string
  readonly instanceId: string
  /** Stored response, or null while the request runs. */
  readonly answer: Pick<StoredResponse, "status" | "body"> | null
}

const storedClaimOf = tableReader("idempotency", (row): StoredClaim => {
  const status = readNumberOrNull(row, "status")
  return {
    fingerprint: readText(row, "fingerprint"),
    requestId: readText(row, "request_id"),
    instanceId: readText(row, "instance_id"),
    answer: status === null ? null : { status, body: readText(row, "body") }
  }
})

/** Returns the outcome of a new claim for a key that already has a stored claim. */
const claimOutcome = ({ answer, fingerprint, requestId }: StoredClaim, item: ClaimItem): Claim => {
  if (fingerprint !== item.fingerprint) return mismatch
  if (answer === null) return requestId === item.requestId ? claimed : running
  const { accountId, key } = item
  return { kind: "answered", answer: { accountId, key, requestId, ...answer } }
}

/** Writes responses in the caller's transaction. */
export const storeResponses = (sql: SqlClient.SqlClient, answers: ReadonlyArray<StoredResponse>) =>
  Effect.forEach(
    answers,
    ({ accountId, body, key, requestId, status }) =>
      sql`UPDATE idempotency SET status = ${status}, body = ${body}
      WHERE account_id = ${accountId} AND key = ${key} AND request_id = ${requestId}`,
    { discard: true }
  )
