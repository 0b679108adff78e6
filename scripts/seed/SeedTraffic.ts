import { Effect } from "effect"
import { markLead } from "../../core/leads/MarkLead.ts"
import { Leads } from "../../core/ports/Leads.ts"
import { Ledger } from "../../core/ports/Ledger.ts"
import { RequestHistory } from "../../core/ports/RequestHistory.ts"
import type { Random } from "./Random.ts"
import { moments } from "./Rhythm.ts"
import type { SeedClock } from "./SeedClock.ts"
import { type Made, madeRequest, type SeedKey } from "./Traffic.ts"

/** Requests of one commit, and the longest time that they may be apart: the ledger tells when it wrote. */
const groupItems = 256
const groupMillis = 600_000
/** Posted records that may wait for a commit: beyond its limit a group commit drops the oldest. */
const postedMax = 2_000
const hourMillis = 3_600_000

export interface SeedPlan {
  readonly accountId: string
  readonly keys: ReadonlyArray<SeedKey>
  readonly requests: number
  readonly from: number
  readonly to: number
  /** Credits of one payment. */
  readonly payment: number
}

/** Every request with its record, its movements and its lead, by the code that the server writes them with. */
export const seedTraffic = Effect.fnUntraced(
  function*(random: Random, clock: SeedClock, plan: SeedPlan, progress: (done: number) => void) {
    const ledger = yield* Ledger
    const history = yield* RequestHistory
    const leads = yield* Leads
    const outageAt = plan.to - Math.floor((plan.to - plan.from) * 0.3)
    let group: Array<Made> = []
    let [done, available, posted, payments] = [0, 0, 0, 0]

    const pay = Effect.fnUntraced(function*(needed: number) {
      while (available < needed) {
        const requestId = `seed-payment-${++payments}`
        const command = { kind: "grant", accountId: plan.accountId, requestId, amount: plan.payment } as const
        available = (yield* ledger.execute({ ...command, note: `invoice ${1_000 + payments}` })).available
      }
    })

    const write = Effect.fnUntraced(function*({ isReserved, lead, record }: Made) {
      if (lead !== null) leads.record(lead)
      if (record.credits === 0) {
        posted++
        return history.record(record)
      }
      const { accountId, credits: amount, keyId, operation: note, requestId } = record
      const open = { accountId, requestId, amount, note, keyId }
      if (isReserved) yield* ledger.execute({ kind: "reserve", ...open })
      yield* isReserved
        ? ledger.execute({ kind: "settle", accountId, requestId }, { record })
        : ledger.execute({ kind: "charge", ...open }, { record })
      ledger.answered(requestId)
    })

    const flush = Effect.gen(function*() {
      const needed = group.reduce((sum, { record }) => sum + record.credits, 0)
      clock.now = group[0]!.record.at.getTime()
      yield* pay(needed)
      clock.now = group.at(-1)!.record.at.getTime()
      yield* Effect.forEach(group, write, { concurrency: "unbounded", discard: true })
      available -= needed
      if (posted > postedMax) {
        // With the next commit they are written.
        yield* Effect.sleep(150)
        posted = 0
      }
      progress(done += group.length)
      group = []
    })

    for (const at of moments(random, plan.requests, plan.from, plan.to)) {
      const begun = group[0]?.record.at.getTime() ?? at
      if (group.length >= groupItems || at - begun > groupMillis) yield* flush
      const isOutage = at >= outageAt && at < outageAt + hourMillis
      group.push(madeRequest(random, plan.accountId, plan.keys, at, isOutage))
    }
    if (group.length > 0) yield* flush
    yield* Effect.sleep(300)
  }
)

/** What people said of some of the leads. */
export const seedMarks = Effect.fnUntraced(function*(random: Random, clock: SeedClock, accountId: string, to: number) {
  for (const { at, requestId, verdict } of yield* (yield* Leads).list({ accountId, limit: 400 })) {
    if (!random.chance(0.25)) continue
    clock.now = Math.min(to, at.getTime() + random.integer(1, 600) * 60_000)
    yield* markLead(requestId, verdict === "spam" || verdict === "review" && random.chance(0.5) ? "spam" : "ham")
  }
})
