import { Effect, Logger } from "effect"
import { expect } from "vitest"
import { Accounts } from "../../../core/accounts/Accounts.ts"
import { AccountSettingsStore } from "../../../core/accounts/AccountSettings.ts"
import { Ledger } from "../../../core/credits/Ledger.ts"
import { makeLowBalanceCheck } from "../../../core/credits/LowBalanceCheck.ts"
import { Webhooks } from "../../../core/webhooks/Webhooks.ts"
import { describeOnEveryStorage } from "../../support/Storages.ts"
import { endpointWith } from "../../support/WebhookEndpoints.ts"

describeOnEveryStorage("credits.low", ({ testIsolated }) => {
  testIsolated(
    "occurs once for each fall below the threshold, also after a restart and on several servers",
    Effect.gen(
      function*() {
        const [webhooks, ledger, settings] = [yield* Webhooks, yield* Ledger, yield* AccountSettingsStore]
        for (const accountId of ["a", "b"]) {
          yield* (yield* Accounts).create({ id: accountId, name: accountId, createdAt: new Date(0) })
          yield* webhooks.create(endpointWith({ accountId, eventTypes: ["credits.low"] }))
        }
        let changes = 0
        const adjust = (amount: number, accountId = "a") =>
          ledger.execute({ kind: "adjust", accountId, requestId: `change ${++changes}`, amount, note: "" })
        /** Checks as two servers that have just started. */
        const check = Effect.gen(function*() {
          const servers = [yield* makeLowBalanceCheck, yield* makeLowBalanceCheck]
          yield* Effect.all(servers, { concurrency: "unbounded" })
        }).pipe(Effect.provide(Logger.layer([])))
        const events = Effect.map(
          webhooks.deliveries({ accountId: "a", limit: 9 }),
          (found) => found.map(({ payload }) => JSON.parse(payload).data.available).toReversed()
        )
        yield* adjust(1_000)
        yield* check
        yield* settings.change("a", { noticeBelow: 500 })
        yield* check
        expect(yield* events).toEqual([])
        yield* adjust(-501)
        yield* check
        yield* check
        yield* adjust(-100)
        yield* check
        expect(yield* events).toEqual([499])
        yield* adjust(101)
        yield* check
        yield* adjust(-1)
        yield* check
        expect(yield* events).toEqual([499, 499])
        // A threshold that is removed and set again counts as a new fall.
        yield* settings.change("a", { noticeBelow: null })
        yield* check
        yield* settings.change("a", { noticeBelow: 500 })
        yield* check
        expect(yield* events).toEqual([499, 499, 499])
        expect(yield* webhooks.deliveries({ accountId: "b", limit: 9 })).toEqual([])
      }
    )
  )
})
