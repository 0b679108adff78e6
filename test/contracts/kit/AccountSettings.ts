import { Effect } from "effect"
import type { Accounts } from "../../../core/accounts/Accounts.ts"
import { AccountSettingsStore } from "../../../core/accounts/AccountSettings.ts"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import type { Secrets } from "../../../core/kernel/Secrets.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"

export const accountSettingsContract = contract<AccountSettingsStore | Accounts | Secrets>(
  "Settings",
  ({ test, testIsolated }) => {
    testIsolated(
      "are the defaults until changed, separately for each account",
      Effect.gen(function*() {
        const settings = yield* AccountSettingsStore
        const [one, other] = [(yield* createAccount("one")).id, (yield* createAccount("other")).id]
        const defaults = { historyDays: null, noticeBelow: null }
        expect(yield* settings.get(one)).toEqual(defaults)
        expect(yield* settings.list).toEqual(new Map())
        expect(yield* settings.change(other, { historyDays: 30 })).toEqual({ historyDays: 30, noticeBelow: null })
        expect(yield* settings.get(one)).toEqual(defaults)
        expect(yield* settings.change(one, { historyDays: 7 })).toEqual({ historyDays: 7, noticeBelow: null })
        expect(yield* settings.change(one, { noticeBelow: 500 })).toEqual({ historyDays: 7, noticeBelow: 500 })
        expect(yield* settings.change(one, { historyDays: null })).toEqual({ historyDays: null, noticeBelow: 500 })
        expect(yield* settings.get(one)).toEqual({ historyDays: null, noticeBelow: 500 })
        expect(yield* settings.get(other)).toEqual({ historyDays: 30, noticeBelow: null })
        expect(yield* settings.list).toEqual(
          new Map([[one, { historyDays: null, noticeBelow: 500 }], [other, { historyDays: 30, noticeBelow: null }]])
        )
      })
    )

    test(
      "keep both of two concurrent changes",
      Effect.gen(function*() {
        const settings = yield* AccountSettingsStore
        const { id } = yield* createAccount("one")
        yield* Effect.all([settings.change(id, { historyDays: 7 }), settings.change(id, { noticeBelow: 5 })], {
          concurrency: "unbounded"
        })
        expect(yield* settings.get(id)).toEqual({ historyDays: 7, noticeBelow: 5 })
      })
    )
  }
)
