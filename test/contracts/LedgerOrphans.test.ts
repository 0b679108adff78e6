import { Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { expect, it } from "vitest"
import { Ledger } from "../../core/credits/Ledger.ts"
import { describeOnEveryDatabase, layerStorageSql, testInstance } from "../support/Storages.ts"
import { chargeCommand, createFundedAccount } from "./kit/Funds.ts"

describeOnEveryDatabase("a charge of a dead process", (database) => {
  it("is refunded once, but an answered one is not", () => {
    const program = Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const shared = Layer.succeed(SqlClient.SqlClient, sql)
      const dies = testInstance({ id: "dies", pid: 4711 })
      // This storage is the killed process: it never closes while the test checks the refunds.
      const doomed = yield* Layer.build(layerStorageSql(shared, dies))
      const { id, answered, open, spent } = yield* Effect.gen(function*() {
        const { id, ledger } = yield* createFundedAccount(100)
        const [answered, spent, open] = [randomUUID(), randomUUID(), randomUUID()]
        yield* ledger.execute(chargeCommand(id, 1, answered))
        ledger.markDelivered(answered)
        yield* ledger.execute(chargeCommand(id, 5, spent))
        yield* ledger.execute({
          kind: "reserve",
          accountId: id,
          requestId: open,
          amount: 20,
          note: "scan",
          keyId: null
        })
        return { id, answered, open, spent }
      }).pipe(Effect.provide(doomed))
      return yield* Effect.gen(function*() {
        const ledger = yield* Ledger
        expect(yield* ledger.balance(id)).toEqual({ available: 74, held: 20 })
        expect(yield* ledger.refundOrphans).toBe(2)
        expect(yield* ledger.refundOrphans).toBe(0)
        expect(yield* ledger.balance(id)).toEqual({ available: 99, held: 0 })
        const refunds = (yield* ledger.statement(id, { limit: 20 })).filter(({ kind }) => kind === "refund")
        expect(refunds.map(({ requestId }) => requestId).toSorted()).toEqual([open, spent].toSorted())
        expect(refunds.map(({ requestId }) => requestId)).not.toContain(answered)
        expect((yield* ledger.verify).faults).toEqual([])
      }).pipe(Effect.provide(layerStorageSql(shared, testInstance({ isAlive: () => false }))))
    })
    return Effect.runPromise(Effect.scoped(Effect.provide(program, database())) as Effect.Effect<void>)
  })

  it("stays in the ledger for every reader", () => {
    const program = Effect.gen(function*() {
      const { id, ledger } = yield* createFundedAccount(5)
      const sql = yield* SqlClient.SqlClient
      for (const statement of ["UPDATE ledger_movements SET amount = 1", "DELETE FROM ledger_movements"]) {
        expect(Exit.isFailure(yield* Effect.exit(sql.unsafe(statement)))).toBe(true)
      }
      expect(yield* ledger.balance(id)).toEqual({ available: 5, held: 0 })
    })
    return Effect.runPromise(Effect.provide(program, layerStorageSql(database())) as Effect.Effect<void>)
  })
})
