import { Effect } from "effect"
import { RequestHistory } from "../history/RequestHistory.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { hourMillis, hourOf } from "../shield/traffic/ShieldCounts.ts"

const dayMillis = 24 * hourMillis
const weekDays = 7

/** Average credits per day over the last week. */
export interface CreditPace {
  readonly creditsPerDay: number
  /** Number of days in the average, including today. */
  readonly days: number
}

/**
 * Returns the credits per day since the first request of the last seven days, so that a new account's rate is not
 * averaged over a whole week. Null without requests.
 */
export const accountPace = Effect.fnUntraced(function*(accountId: AccountId, now: number) {
  const history = yield* RequestHistory
  const { hours } = yield* history.sums({
    accountId,
    from: new Date(hourOf(now) - weekDays * dayMillis),
    to: new Date(now + 1)
  })
  const first = hours.find(({ requests }) => requests > 0)
  if (first === undefined) return null
  const days = Math.max(1, Math.min(weekDays, (now - first.at.getTime()) / dayMillis))
  const pace: CreditPace = {
    creditsPerDay: Math.round(10 * hours.reduce((sum, { credits }) => sum + credits, 0) / days) / 10,
    days: Math.round(days)
  }
  return pace
})
