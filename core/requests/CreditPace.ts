import { Effect } from "effect"
import { RequestHistory } from "../history/RequestHistory.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { hourMillis, hourOf } from "../shield/traffic/ShieldCounts.ts"

const dayMillis = 24 * hourMillis
const weekDays = 7

/** How much a day of the last week, wherever it is told. */
export interface Pace {
  readonly creditsPerDay: number
  /** Over which it is told, the last of them today. */
  readonly days: number
}

/** Over the days since the first request of the week: an account of yesterday is not a seventh of what it is. Null without any. */
export const paceOfAccount = Effect.fnUntraced(function*(accountId: AccountId, now: number) {
  const history = yield* RequestHistory
  const { hours } = yield* history.sums({
    accountId,
    from: new Date(hourOf(now) - weekDays * dayMillis),
    to: new Date(now + 1)
  })
  const first = hours.find(({ requests }) => requests > 0)
  if (first === undefined) return null
  const days = Math.max(1, Math.min(weekDays, (now - first.at.getTime()) / dayMillis))
  const pace: Pace = {
    creditsPerDay: Math.round(10 * hours.reduce((sum, { credits }) => sum + credits, 0) / days) / 10,
    days: Math.round(days)
  }
  return pace
})
