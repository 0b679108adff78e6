import { Effect } from "effect"
import { Accounts } from "../accounts/Accounts.ts"
import { AccountSettingsStore } from "../accounts/AccountSettings.ts"
import { Ledger } from "./Ledger.ts"

/**
 * Creates a check that logs a warning for each account below its `noticeBelow` balance. Warns once, and again only after the
 * balance has recovered in between. Runs periodically, outside of requests.
 */
export const makeLowBalanceCheck = Effect.map(
  Effect.all([Accounts, Ledger, AccountSettingsStore]),
  ([accounts, ledger, settings]) => {
    const notified = new Set<string>()
    return Effect.gen(function*() {
      const wanted = yield* settings.list
      for (const [accountId, { noticeBelow }] of wanted) {
        if (noticeBelow === null) {
          notified.delete(accountId)
          continue
        }
        const { available } = yield* ledger.balance(accountId)
        if (available >= noticeBelow) notified.delete(accountId)
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
