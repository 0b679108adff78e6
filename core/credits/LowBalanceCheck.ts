import { Clock, Effect } from "effect"
import { Accounts } from "../accounts/Accounts.ts"
import { AccountSettingsStore } from "../accounts/AccountSettings.ts"
import { makeEvent } from "../events/AccountEvent.ts"
import { Conditions } from "../events/Conditions.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { Ledger } from "./Ledger.ts"

/**
 * Creates a check that logs a warning for each account below its `noticeBelow` balance, and causes the event
 * `credits.low`. A server repeats the warning only after the balance has recovered, or after a restart. Each fall below
 * the threshold causes one event, regardless of restarts and of the number of servers. The check runs periodically,
 * outside of requests.
 */
export const makeLowBalanceCheck = Effect.map(
  Effect.all([Accounts, Ledger, AccountSettingsStore]),
  ([accounts, ledger, settings]) => {
    const notified = new Set<string>()
    return Effect.gen(function*() {
      const wanted = yield* settings.list
      for (const [accountId, { noticeBelow }] of wanted) {
        const available = noticeBelow === null ? Infinity : (yield* ledger.balance(accountId)).available
        yield* reportBalance(accountId, available, noticeBelow)
        if (noticeBelow === null || available >= noticeBelow) notified.delete(accountId)
        else if (!notified.has(accountId)) {
          notified.add(accountId)
          const name = yield* accounts.get(accountId).pipe(
            Effect.map((account) => account.name),
            Effect.catchTag("AccountNotFound", () => Effect.succeed(accountId))
          )
          yield* Effect.logWarning(
            `Account ${name} has ${available} credits left, below its warning threshold of ${noticeBelow}.`
          )
        }
      }
    })
  }
)

const reportBalance = Effect.fnUntraced(function*(accountId: AccountId, available: number, threshold: number | null) {
  const isActive = threshold !== null && available < threshold
  yield* (yield* Conditions).report({
    accountId,
    name: "credits.low",
    reporter: "ledger",
    isActive,
    at: new Date(yield* Clock.currentTimeMillis),
    outdatedBefore: null
  }, {
    onBegin: threshold === null ? null : yield* makeEvent(accountId, "credits.low", { available, threshold }),
    onEnd: null
  })
})
