import { Clock, Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { makeSeedClock } from "../../scripts/seed/SeedClock.ts"
import { describeContract, describeOnEveryStorage } from "../support/Storages.ts"
import { chargeCommand, createFundedAccount } from "./kit/Funds.ts"
import { ledgerContract } from "./kit/Ledger.ts"

describeContract(ledgerContract)

describeOnEveryStorage("Ledger", ({ layer }) => {
  it("reports the time at which each movement was requested, however many share a commit", async () => {
    const clock = await Effect.runPromise(makeSeedClock)
    const times = [1_000, 1_001, 61_000, 3_600_000]
    const program = Effect.gen(function*() {
      const { id, ledger } = yield* createFundedAccount(10)
      const chargeAt = (at: number) =>
        Effect.suspend(() => {
          clock.now = at
          return ledger.execute(chargeCommand(id, 1))
        })
      yield* Effect.forEach(times, chargeAt, { concurrency: "unbounded" })
      const statement = yield* ledger.statement(id, { kind: "settle", limit: 10 })
      expect(statement.map(({ at }) => at.getTime())).toEqual(times.toReversed())
    })
    // Provides the clock to the storage too, because the storage sets the time of each movement.
    await Effect.runPromise(
      Effect.provideService(
        Effect.provide(program as Effect.Effect<void, unknown, any>, layer() as Layer.Layer<any, unknown>),
        Clock.Clock,
        clock
      ) as Effect.Effect<void>
    )
  })
})
