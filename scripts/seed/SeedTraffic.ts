import { Effect } from "effect"
import { Ledger } from "../../core/credits/Ledger.ts"
import { RequestHistory } from "../../core/history/RequestHistory.ts"
import { analyzeLeadForAccount } from "../../core/leads/AnalyzeLeadForAccount.ts"
import type { LeadOutcome } from "../../core/leads/records/LeadRecord.ts"
import { Leads } from "../../core/leads/records/Leads.ts"
import { markLead } from "../../core/leads/records/ManageLeads.ts"
import { MovementTimeline, type SeedMovement } from "./MovementTimeline.ts"
import type { Random } from "./Random.ts"
import { requestTimes } from "./RequestTimes.ts"
import type { SeedClock } from "./SeedClock.ts"
import { type GeneratedRequest, makeRequest, type SeedKey } from "./Traffic.ts"

/** Number of movements per commit. */
const groupItems = 256
/** Number of posted records after which the script waits for a commit. Group commit drops the oldest if it is full. */
const postedMax = 2_000
const hourMillis = 3_600_000
/** Share of the month, from its start, in which lead messages are stored. Afterwards, the setting has its default. */
const messagesStoredShare = 0.4

export interface SeedPlan {
  readonly accountId: string
  readonly keys: ReadonlyArray<SeedKey>
  readonly requests: number
  readonly from: number
  readonly to: number
  /** Credits per payment. */
  readonly payment: number
}

/**
 * Writes every request with its record, movements and lead, using the server's own code. Returns the time when each key
 * was last used, in milliseconds since 1970, by key id.
 */
export const seedTraffic = Effect.fnUntraced(
  function*(random: Random, clock: SeedClock, plan: SeedPlan, progress: (done: number) => void) {
    const ledger = yield* Ledger
    const history = yield* RequestHistory
    const line = new MovementTimeline(plan)
    const lastUsed = new Map<string, number>()
    const outageAt = plan.to - Math.floor((plan.to - plan.from) * 0.3)
    const messagesStoredUntil = plan.from + (plan.to - plan.from) * messagesStoredShare
    let [done, posted] = [0, 0]

    /**
     * Writes a movement at its time. The ledger reads the clock in each call, so the clock is set before each call. The
     * calls of a group share one commit.
     */
    const write = ({ at, command, record }: SeedMovement) =>
      Effect.map(
        Effect.suspend(() => {
          clock.now = at
          return ledger.execute(command, record === undefined ? undefined : { record })
        }),
        () => record === undefined ? undefined : ledger.markDelivered(record.requestId)
      )

    const writeGroup = Effect.fnUntraced(function*(group: ReadonlyArray<SeedMovement>) {
      yield* Effect.forEach(group, write, { concurrency: "unbounded", discard: true })
      if (posted > postedMax) {
        // Waits for the next commit, which writes the posted records.
        yield* Effect.sleep(150)
        posted = 0
      }
      progress(done)
    })

    const judged = Effect.fnUntraced(function*({ lead, record }: GeneratedRequest) {
      if (lead === null) return record
      clock.now = record.at.getTime()
      posted++
      const analysis = yield* analyzeLeadForAccount(record, lead, clock.now < messagesStoredUntil)
      return { ...record, verdict: verdictText(analysis) }
    })

    for (const at of requestTimes(random, plan.requests, plan.from, plan.to)) {
      const isOutage = at >= outageAt && at < outageAt + hourMillis
      const made = makeRequest(random, plan.accountId, plan.keys, at, isOutage)
      const record = yield* judged(made)
      lastUsed.set(record.keyId, at)
      done++
      if (record.credits > 0) line.add({ ...made, record })
      else {
        posted++
        history.record(record)
      }
      if (line.due(at) >= groupItems) yield* writeGroup(line.take(at))
    }
    for (let group = line.take(Infinity); group.length > 0; group = line.take(Infinity)) yield* writeGroup(group)
    progress(done)
    yield* Effect.sleep(300)
    return lastUsed
  }
)

/** Formats the verdict as the server stores it. */
const verdictText = ({ categories, riskScore, verdict }: LeadOutcome): string =>
  [`${verdict} ${riskScore}`, ...categories].join(", ")

export const seedMarks = Effect.fnUntraced(function*(random: Random, clock: SeedClock, accountId: string, to: number) {
  for (const { at, requestId, verdict } of yield* (yield* Leads).list({ accountId, limit: 400 })) {
    if (!random.chance(0.25)) continue
    clock.now = Math.min(to, at.getTime() + random.integer(1, 600) * 60_000)
    yield* markLead(requestId, verdict === "spam" || verdict === "review" && random.chance(0.5) ? "spam" : "ham")
  }
})
