import { Effect, Latch, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { expect, it } from "vitest"
import { Ledger } from "../../core/credits/Ledger.ts"
import { Idempotency } from "../../core/history/Idempotency.ts"
import { connectionsMax, describeOnEveryStorage, layerFreshPostgres, layerStorageSql } from "../support/Storages.ts"
import { needs } from "../support/TestRun.ts"
import { createAccountId } from "./People.ts"

const hourMillis = 3_600_000
const minuteMillis = 60_000

/** Creates an account with credits and the claims of its key `k`. */
const makeAccount = Effect.gen(function*() {
  const [idempotency, ledger] = [yield* Idempotency, yield* Ledger]
  const id = yield* createAccountId
  yield* ledger.execute({ kind: "grant", accountId: id, requestId: randomUUID(), amount: 5, note: "start" })
  const claim = (requestId: string, fingerprint = "f") =>
    idempotency.claim({ accountId: id, key: "k", fingerprint, requestId })
  const release = (requestId: string) => idempotency.release({ accountId: id, key: "k", requestId })
  /** Charges the request and stores its response with the charge. */
  const answer = Effect.fnUntraced(function*(requestId: string, body = "{\"ok\":true}") {
    const answer = { accountId: id, key: "k", requestId, status: 200, body }
    const charge = { kind: "charge", accountId: id, requestId, amount: 1, note: "x", keyId: null } as const
    yield* ledger.execute(charge, { answer })
    return answer
  })
  return { id, claim, release, answer }
})

describeOnEveryStorage("Idempotency", ({ test, testWithClock }) => {
  test(
    "a key is claimed once, and free again if its request failed",
    Effect.gen(function*() {
      const { claim, release } = yield* makeAccount
      const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
      const [winner, loser] = yield* Effect.all([claim(first), claim(second)], { concurrency: "unbounded" })
      expect([winner.kind, loser.kind]).toEqual(["claimed", "running"])
      expect(yield* claim(third, "other")).toEqual({ kind: "mismatch" })
      yield* release(second)
      expect((yield* claim(third)).kind).toBe("running")
      yield* release(first)
      expect((yield* claim(third)).kind).toBe("claimed")
    })
  )

  test(
    "a response is stored with its charge, cannot be released, and is removed by a refund",
    Effect.gen(function*() {
      const { answer, claim, id, release } = yield* makeAccount
      const requestId = randomUUID()
      yield* claim(requestId)
      const stored = yield* answer(requestId)
      expect(yield* claim(randomUUID())).toEqual({ kind: "answered", answer: stored })
      expect((yield* claim(randomUUID(), "other")).kind).toBe("mismatch")
      // A late release must not allow a second charge for the request.
      yield* release(requestId)
      expect(yield* claim(randomUUID())).toEqual({ kind: "answered", answer: stored })
      yield* (yield* Ledger).execute({ kind: "refund", accountId: id, requestId, note: "the caller had gone" })
      expect((yield* claim(randomUUID())).kind).toBe("claimed")
    })
  )

  test(
    "the same key and request id of another account are separate",
    Effect.gen(function*() {
      const [mine, other] = [yield* makeAccount, yield* makeAccount]
      const requestId = randomUUID()
      expect((yield* mine.claim(requestId)).kind).toBe("claimed")
      expect((yield* other.claim(requestId, "another request")).kind).toBe("claimed")
      yield* other.release(requestId)
      expect((yield* mine.claim(randomUUID())).kind).toBe("running")
      expect((yield* other.claim(requestId, "another request")).kind).toBe("claimed")
      const stored = yield* mine.answer(requestId)
      expect(yield* mine.claim(randomUUID())).toEqual({ kind: "answered", answer: stored })
      expect((yield* other.claim(randomUUID(), "another request")).kind).toBe("running")
    })
  )

  testWithClock(
    "answers are kept for 24 hours, to the millisecond",
    Effect.gen(function*() {
      const { sweep } = yield* Idempotency
      const { answer, claim } = yield* makeAccount
      const requestId = randomUUID()
      yield* claim(requestId)
      const stored = yield* answer(requestId)
      yield* TestClock.adjust(24 * hourMillis - 1)
      expect(yield* sweep).toBe(0)
      expect(yield* claim(randomUUID())).toEqual({ kind: "answered", answer: stored })
      yield* TestClock.adjust(1)
      expect((yield* claim(randomUUID())).kind).toBe("claimed")
    })
  )

  testWithClock(
    "a claim that no request released is forgotten after 10 minutes, and no answer of that age",
    Effect.gen(function*() {
      const { sweep } = yield* Idempotency
      const [stuck, answered] = [yield* makeAccount, yield* makeAccount]
      const requestId = randomUUID()
      yield* answered.claim(requestId)
      const stored = yield* answered.answer(requestId)
      yield* stuck.claim(randomUUID())
      yield* TestClock.adjust(10 * minuteMillis - 1)
      expect(yield* sweep).toBe(0)
      expect((yield* stuck.claim(randomUUID())).kind).toBe("running")
      yield* TestClock.adjust(1)
      expect(yield* sweep).toBe(1)
      expect((yield* stuck.claim(randomUUID())).kind).toBe("claimed")
      expect(yield* answered.claim(randomUUID())).toEqual({ kind: "answered", answer: stored })
    })
  )

  testWithClock(
    "a claim forgets no older answer of another account, which the sweep counts",
    Effect.gen(function*() {
      const { sweep } = yield* Idempotency
      const [mine, other] = [yield* makeAccount, yield* makeAccount]
      for (const { claim } of [mine, other]) yield* claim(randomUUID())
      yield* TestClock.adjust(24 * hourMillis)
      yield* mine.claim(randomUUID())
      expect(yield* sweep).toBe(1)
      expect(yield* sweep).toBe(0)
    })
  )
})

/** Makes every connection of the pool report its statistics, which it otherwise does a second later. */
const flushStatistics = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  const allHeld = yield* Latch.make(false)
  let held = 0
  const flush = sql.withTransaction(Effect.gen(function*() {
    yield* sql`SELECT pg_stat_force_next_flush()`
    if (++held === connectionsMax) yield* allHeld.open
    yield* allHeld.await
  }))
  yield* Effect.all(Array.from({ length: connectionsMax }, () => flush), { concurrency: "unbounded" })
})

/** Two machines whose clients retry through both: each gets the same keys, in opposite order. */
it(
  "claims of the same keys on two machines never deadlock",
  { tags: [needs.postgres] },
  () => {
    const keys = Array.from({ length: 200 }, (_, at) => `key ${at}`)
    const claimAll = (storage: Layer.Layer<Idempotency, unknown>, machine: string, order: ReadonlyArray<string>) =>
      Effect.provide(
        Effect.gen(function*() {
          const { claim } = yield* Idempotency
          const claimOne = (key: string) =>
            claim({ accountId: "a", key, fingerprint: "f", requestId: `${machine} ${key}` })
          return yield* Effect.forEach(order, claimOne, { concurrency: "unbounded" })
        }),
        storage
      )
    return Effect.runPromise(
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const machine = () => layerStorageSql(Layer.succeed(SqlClient.SqlClient, sql))
        const [first, second] = yield* Effect.all(
          [claimAll(machine(), "1", keys), claimAll(machine(), "2", keys.toReversed())],
          { concurrency: 2 }
        )
        const claimed = [...first, ...second].filter(({ kind }) => kind === "claimed")
        expect(claimed).toHaveLength(keys.length)
        // Callers do not see a deadlock, because the losing group is written again. PostgreSQL counts it.
        yield* flushStatistics(sql)
        const [row] = yield* sql`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`
        expect(Number(row!["deadlocks"])).toBe(0)
      }).pipe(Effect.provide(layerFreshPostgres())) as Effect.Effect<void>
    )
  }
)
