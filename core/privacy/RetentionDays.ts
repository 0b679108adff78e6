import { Clock, Effect, Schema } from "effect"
import { AccountSettingsStore } from "../accounts/AccountSettings.ts"
import { RequestHistory } from "../history/RequestHistory.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { Leads } from "../leads/records/Leads.ts"
import { ShieldTraffic } from "../shield/ShieldTraffic.ts"
import { Sites } from "../sites/Sites.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"

const dayMillis = 86_400_000

export class InvalidHistoryDays
  extends Schema.TaggedError<InvalidHistoryDays>()("InvalidHistoryDays", { message: Schema.String })
{}

/**
 * Returns the retention period of an account's history in days. It is the owners' choice, limited by the operator's
 * maximum.
 */
export const effectiveHistoryDays = Effect.fn("effectiveHistoryDays")(function*(accountId: AccountId, daysMax: number) {
  return Math.min((yield* (yield* AccountSettingsStore).get(accountId)).historyDays ?? daysMax, daysMax)
})

/** Sets the retention period. Older data is deleted by the next sweep. */
export const setHistoryDays = Effect.fn("setHistoryDays")(
  function*(accountId: AccountId, days: number, daysMax: number) {
    if (!Number.isInteger(days) || days < 1 || days > daysMax) {
      return yield* new InvalidHistoryDays({ message: `must be 1 to ${daysMax} days.` })
    }
    // Null means the operator's maximum, even if the operator raises the maximum later.
    yield* (yield* AccountSettingsStore).change(accountId, { historyDays: days === daysMax ? null : days })
  }
)

/**
 * Returns the times before which data is deleted: one for all accounts, and one for each account with a shorter period.
 */
const retentionCutoffs = Effect.fnUntraced(function*(daysMax: number) {
  const now = yield* Clock.currentTimeMillis
  const begin = (days: number) => new Date(now - days * dayMillis)
  const shorter = [...yield* (yield* AccountSettingsStore).list].flatMap(([accountId, { historyDays }]) =>
    historyDays !== null && historyDays < daysMax ? [{ accountId, before: begin(historyDays) }] : []
  )
  return { before: begin(daysMax), shorter }
})

/** Deletes requests beyond the retention period. Like all sweeps, returns the number of deleted records. */
export const sweepRequests = Effect.fnUntraced(function*(daysMax: number) {
  const history = yield* RequestHistory
  const { before, shorter } = yield* retentionCutoffs(daysMax)
  let swept = yield* history.sweep(before)
  for (const { accountId, before } of shorter) swept += yield* history.sweep(before, accountId)
  return swept
})

export const sweepLeads = Effect.fnUntraced(function*(daysMax: number) {
  const leads = yield* Leads
  const { before, shorter } = yield* retentionCutoffs(daysMax)
  let swept = yield* leads.sweep(before)
  for (const { accountId, before } of shorter) swept += yield* leads.sweep(before, accountId)
  return swept
})

export const sweepTraffic = Effect.fnUntraced(function*(daysMax: number) {
  const [traffic, sites] = [yield* ShieldTraffic, yield* Sites]
  const { before, shorter } = yield* retentionCutoffs(daysMax)
  let swept = yield* traffic.sweep(before)
  for (const { accountId, before } of shorter) {
    for (const { id } of yield* sites.list(accountId)) swept += yield* traffic.sweep(before, id)
  }
  return swept
})

/** Deletes finished webhook deliveries beyond the retention period. */
export const sweepDeliveries = Effect.fnUntraced(function*(daysMax: number) {
  const webhooks = yield* Webhooks
  const { before, shorter } = yield* retentionCutoffs(daysMax)
  let swept = yield* webhooks.sweep(before)
  for (const { accountId, before } of shorter) swept += yield* webhooks.sweep(before, accountId)
  return swept
})
