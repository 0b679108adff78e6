import { Effect, type Layer } from "effect"
import { expect, it } from "vitest"
import { createFirstAccount, firstAccountId } from "../../apps/server/FirstStart.ts"
import { Accounts } from "../../core/accounts/Accounts.ts"
import { createAccount } from "../../core/accounts/ManageAccounts.ts"
import { Ledger } from "../../core/credits/Ledger.ts"
import { ApiKeys } from "../../core/keys/ApiKeys.ts"
import { authenticate } from "../../core/keys/Authenticate.ts"
import { describeOnEveryStorage } from "../support/Storages.ts"

describeOnEveryStorage("the first start", ({ layer }) => {
  const run = <A>(effect: Effect.Effect<A, unknown, any>) =>
    Effect.runPromise(Effect.provide(effect, layer() as Layer.Layer<any, unknown>) as Effect.Effect<A>)

  const state = Effect.gen(function*() {
    const accounts = yield* (yield* Accounts).list
    const { available } = yield* (yield* Ledger).balance(firstAccountId)
    return { accounts: accounts.length, available, keys: (yield* (yield* ApiKeys).list(firstAccountId)).length }
  })

  it(
    "creates an account with credits and a key, and the second start creates nothing",
    () =>
      run(Effect.gen(function*() {
        const key = yield* createFirstAccount(500)
        expect((yield* authenticate(key!)).accountId).toBe(firstAccountId)
        expect(yield* createFirstAccount(500)).toBe(null)
        expect(yield* state).toEqual({ accounts: 1, available: 500, keys: 1 })
      }))
  )

  it("is completed by the next start if interrupted", () =>
    run(Effect.gen(function*() {
      yield* (yield* Accounts).create({ id: firstAccountId, name: "default", createdAt: new Date(0) })
      expect(yield* createFirstAccount(500)).not.toBe(null)
      expect(yield* state).toEqual({ accounts: 1, available: 500, keys: 1 })
    })))

  it(
    "of several servers at once creates one account, balance and key, and one server prints the key",
    () =>
      run(Effect.gen(function*() {
        const keys = yield* Effect.all(Array.from({ length: 4 }, () => createFirstAccount(500)), {
          concurrency: "unbounded"
        })
        expect(yield* state).toEqual({ accounts: 1, available: 500, keys: 1 })
        const [key, ...others] = keys.filter((one) => one !== null)
        expect(others).toEqual([])
        expect((yield* authenticate(key!)).accountId).toBe(firstAccountId)
      }))
  )

  it("does not change a database that is already set up", () =>
    run(Effect.gen(function*() {
      yield* createAccount("mine")
      expect(yield* createFirstAccount(500)).toBe(null)
      expect((yield* state).accounts).toBe(1)
    })))
})
