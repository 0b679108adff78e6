import { Effect, Exit, Fiber, Layer } from "effect"
import { describe, expect, it } from "vitest"
import * as SecretsNode from "../../../adapters/crypto/SecretsNode.ts"
import * as StorageMemory from "../../../adapters/storage/memory/StorageMemory.ts"
import { Ledger } from "../../../core/credits/Ledger.ts"
import { runCharged } from "../../../core/credits/RunCharged.ts"
import { createFundedAccount } from "../../contracts/kit/Funds.ts"

const layer = StorageMemory.layer.pipe(Layer.provideMerge(SecretsNode.layer))

/** Runs a test with an account of 10 credits. `charge` costs 7. */
const test = (
  title: string,
  body: (account: {
    readonly charge: { readonly accountId: string; readonly amount: number; readonly note: string }
    readonly balance: Effect.Effect<object>
    readonly kinds: Effect.Effect<ReadonlyArray<string>>
    readonly ledger: Ledger["Service"]
  }) => Effect.Effect<void, unknown, Layer.Success<typeof layer>>
) =>
  it(title, () =>
    Effect.runPromise(Effect.provide(
      Effect.gen(function*() {
        const { id, ledger } = yield* createFundedAccount(10)
        yield* body({
          charge: { accountId: id, amount: 7, note: "work" },
          balance: ledger.balance(id),
          kinds: Effect.map(ledger.statement(id, { limit: 9 }), (lines) => lines.map(({ kind }) => kind)),
          ledger
        })
      }),
      layer
    )))

describe("runCharged", () => {
  test("charges for work that succeeds, and holds the credits meanwhile", ({ balance, charge, kinds }) =>
    Effect.gen(function*() {
      expect(yield* runCharged(charge, balance)).toEqual({ available: 3, held: 7 })
      expect(yield* balance).toEqual({ available: 3, held: 0 })
      expect(yield* kinds).toEqual(["settle", "reserve", "grant"])
    }))

  test("returns the credits of work that fails, and its failure", ({ balance, charge }) =>
    Effect.gen(function*() {
      expect(yield* Effect.flip(runCharged(charge, Effect.fail("no")))).toBe("no")
      expect(yield* balance).toEqual({ available: 10, held: 0 })
      expect(Exit.hasDies(yield* Effect.exit(runCharged(charge, Effect.die("bug"))))).toBe(true)
      expect(yield* balance).toEqual({ available: 10, held: 0 })
    }))

  test("returns the credits of work that is interrupted", ({ balance, charge }) =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(runCharged(charge, Effect.never))
      while (JSON.stringify(yield* balance) !== JSON.stringify({ available: 3, held: 7 })) yield* Effect.yieldNow
      yield* Fiber.interrupt(fiber)
      expect(yield* balance).toEqual({ available: 10, held: 0 })
    }))

  test("starts no work that the account cannot pay for", ({ charge }) =>
    Effect.gen(function*() {
      let runs = 0
      const work = Effect.sync(() => runs++)
      const failure = yield* Effect.flip(runCharged({ ...charge, amount: 11 }, work))
      expect(failure).toMatchObject({ _tag: "InsufficientCredits", needed: 11, available: 10 })
      expect(runs).toBe(0)
    }))

  test("charges repeated work once, and free work never", ({ balance, charge, kinds }) =>
    Effect.gen(function*() {
      const again = runCharged({ ...charge, requestId: "order 1" }, Effect.succeed("done"))
      expect([yield* again, yield* again]).toEqual(["done", "done"])
      expect(yield* runCharged({ ...charge, amount: 0 }, Effect.succeed("free"))).toBe("free")
      expect(yield* balance).toEqual({ available: 3, held: 0 })
      expect(yield* kinds).toEqual(["settle", "reserve", "grant"])
    }))
})
