import { Clock, Effect, Schema } from "effect"
import { AccountSettingsStore } from "../accounts/AccountSettings.ts"
import { operatorAccountId } from "../accounts/ManageAccounts.ts"
import { Ledger } from "../credits/Ledger.ts"
import { RequestHistory } from "../history/RequestHistory.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { keyLabel } from "../keys/ApiKey.ts"
import { ApiKeys } from "../keys/ApiKeys.ts"
import { ShieldTraffic } from "../shield/ShieldTraffic.ts"
import { countsWithPrefix, hourMillis, hourOf, totalCounts } from "../shield/traffic/ShieldCounts.ts"
import { Sites } from "../sites/Sites.ts"
import { Submissions } from "../submissions/Submissions.ts"
import { WebRisk } from "../threats/WebRisk.ts"
import { attentionItems } from "./Attention.ts"
import { accountPace } from "./CreditPace.ts"
import { keySums, limitedSums, sumByOperation } from "./OperationSums.ts"

export class InvalidRange extends Schema.TaggedError<InvalidRange>()("InvalidRange", { message: Schema.String }) {}

const submissionsCountedMax = 100
const dayMillis = 24 * hourMillis

/**
 * Returns the data of an account's overview page. Hours that are partly within the time range are included as a whole.
 */
export const accountOverview = Effect.fn("accountOverview")(
  function*(
    accountId: AccountId,
    { daysMax, from, to }: { readonly from: number; readonly to: number; readonly daysMax: number }
  ) {
    if (from > to) return yield* new InvalidRange({ message: "The time range must not end before it begins." })
    if (to - from > daysMax * dayMillis) {
      return yield* new InvalidRange({ message: `The time range must not exceed ${daysMax} days.` })
    }
    const history = yield* RequestHistory
    const now = yield* Clock.currentTimeMillis
    const { available, held } = yield* (yield* Ledger).balance(accountId)
    const range = { accountId, from: new Date(hourOf(from)), to: new Date(to) }
    const { counts, hours } = yield* history.sums(range)
    const pace = yield* accountPace(accountId, now)
    const sinceYesterday = { accountId, from: new Date(hourOf(now) - dayMillis), to: new Date(now + 1) }
    const dayCounts = (yield* history.sums(sinceYesterday)).counts
    const lastDay = sumByOperation(dayCounts)
    const { noticeBelow } = yield* (yield* AccountSettingsStore).get(accountId)
    const attention = attentionItems({
      available,
      noticeBelow,
      creditsPerDay: pace?.creditsPerDay ?? null,
      requests: lastDay.reduce((sum, { requests }) => sum + requests, 0),
      failed: lastDay.reduce((sum, { statuses }) => sum + countFailed(statuses), 0),
      overLimit: yield* keysOverLimit(accountId, dayCounts),
      sites: yield* siteFacts(accountId, now),
      threats: (yield* operatorAccountId) === accountId ? yield* threatFacts : null
    })
    return {
      available,
      held,
      pace,
      attention,
      hours,
      operations: sumByOperation(counts),
      keys: keySums(counts)
    }
  }
)

const countFailed = (statuses: Readonly<Record<string, number>>): number =>
  Object.entries(statuses).reduce((sum, [status, count]) => Number(status) >= 500 ? sum + count : sum, 0)

/** Returns the active keys with requests over their limit. Revoked keys need no attention. */
const keysOverLimit = Effect.fnUntraced(function*(accountId: AccountId, counts: ReadonlyMap<string, number>) {
  const limited = limitedSums(counts)
  if (limited.length === 0) return []
  const keys = new Map((yield* (yield* ApiKeys).list(accountId)).map((key) => [key.id, key]))
  return limited.flatMap(({ keyId, requests }) => {
    const key = keys.get(keyId)
    return key === undefined || key.revokedAt !== null ? [] : [{
      name: keyLabel(key),
      perMinute: key.requestsPerMinute,
      requests
    }]
  })
})

const siteFacts = Effect.fnUntraced(function*(accountId: AccountId, now: number) {
  const traffic = yield* ShieldTraffic
  const stretch = { from: new Date(hourOf(now) - dayMillis), to: new Date(now + 1) }
  return yield* Effect.forEach(
    yield* (yield* Sites).list(accountId),
    ({ id, name }) =>
      Effect.map(traffic.hours({ siteId: id, ...stretch }), (hours) => {
        const counts = totalCounts(hours)
        const all = (what: string) => countsWithPrefix(counts, what).reduce((sum, [, count]) => sum + count, 0)
        const degraded = all("degraded")
        return { id, name, degraded, all: degraded + all("rejected") + (counts.get("human") ?? 0) }
      })
  )
})

const threatFacts = Effect.gen(function*() {
  const sources = yield* (yield* WebRisk).status
  const waiting = (yield* (yield* Submissions).list({ state: "pending", limit: submissionsCountedMax })).length
  return { sources, waiting, isMore: waiting === submissionsCountedMax }
})
