import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import type { Accounts } from "../../../core/accounts/Accounts.ts"
import { Ledger } from "../../../core/credits/Ledger.ts"
import { Idempotency } from "../../../core/history/Idempotency.ts"
import type { Secrets } from "../../../core/kernel/Secrets.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"
import { createAccountId } from "./People.ts"

const hourMillis = 3_600_000
const minuteMillis = 60_000

/** Creates an account with credits, and functions that claim, release and answer its key `k`. */
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

export const idempotencyContract = contract<Idempotency | Ledger | Accounts | Secrets>(
  "Idempotency",
  ({ test, testWithClock }) => {
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
  }
)
