import { Effect, type Layer } from "effect"
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { firstKeyFileOutput } from "../../apps/server/FirstKeyFile.ts"
import { createFirstAccount, firstAccountId } from "../../apps/server/FirstStart.ts"
import { Accounts } from "../../core/accounts/Accounts.ts"
import { createAccount } from "../../core/accounts/ManageAccounts.ts"
import { Ledger } from "../../core/credits/Ledger.ts"
import { ApiKeys } from "../../core/keys/ApiKeys.ts"
import { authenticate } from "../../core/keys/Authenticate.ts"
import { describeOnEveryStorage } from "../support/Storages.ts"
import { workerFolder } from "../support/WorkerEnd.ts"

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

  it("writes the key to a file that only its owner can read", () =>
    run(Effect.gen(function*() {
      const file = join(mkdtempSync(join(workerFolder(), "first-key-")), "key")
      const key = yield* createFirstAccount(500, firstKeyFileOutput(file))
      expect(readFileSync(file, "utf8")).toBe(`${key}\n`)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect((yield* authenticate(key!)).accountId).toBe(firstAccountId)
    })))

  it("creates no key that it cannot write, and the next start does", () =>
    run(Effect.gen(function*() {
      const file = join(mkdtempSync(join(workerFolder(), "first-key-")), "key")
      writeFileSync(file, "something else")
      const failure = yield* Effect.flip(createFirstAccount(500, firstKeyFileOutput(file)))
      expect(failure.message).toBe(
        `GATEHOUSE_FIRST_KEY_FILE names ${file}: it exists already. Remove it, or choose another path.`
      )
      expect(readFileSync(file, "utf8")).toBe("something else")
      expect((yield* state).keys).toBe(0)
      expect(yield* createFirstAccount(500, firstKeyFileOutput(`${file}-2`))).toBe(
        readFileSync(`${file}-2`, "utf8").trim()
      )
    })))

  it("removes the file if another server created the first key", () =>
    run(Effect.gen(function*() {
      const folder = mkdtempSync(join(workerFolder(), "first-key-"))
      const files = [0, 1, 2, 3].map((at) => join(folder, `key-${at}`))
      yield* Effect.all(files.map((file) => createFirstAccount(500, firstKeyFileOutput(file))), {
        concurrency: "unbounded"
      })
      const left = files.filter((file) => existsSync(file))
      expect(left).toHaveLength(1)
      expect((yield* authenticate(readFileSync(left[0]!, "utf8").trim())).accountId).toBe(firstAccountId)
    })))
})
