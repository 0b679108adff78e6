import { Clock, Effect } from "effect"
import { BlockRules } from "../block-rules/BlockRules.ts"
import type { RequestId } from "../kernel/Ids.ts"
import type { Requester } from "../queues/Requester.ts"
import { completeAnalysis, judgeLead } from "./AnalyzeLead.ts"
import { LeadQueue } from "./LeadQueue.ts"
import { makeLeadRecord } from "./records/LeadRecord.ts"
import { Leads } from "./records/Leads.ts"
import type { Lead } from "./signals/Lead.ts"

export interface LeadRequester extends Requester {
  /** UUID that the caller has assigned to the analysis. */
  readonly requestId: RequestId
}

/**
 * Analyzes a lead with an account's rules when it is the turn of the requester's key. Records the analysis, so that the
 * lead can be marked as spam or ham later. Fails with `QueueFull` if too many leads wait.
 */
export const analyzeLeadForAccount = Effect.fnUntraced(
  function*(requester: LeadRequester, lead: Lead, keepsMessage: boolean) {
    const { accountId, requestId } = requester
    const rules = yield* (yield* BlockRules).compiled(accountId)
    const { runQueued } = yield* LeadQueue
    const analysis = yield* completeAnalysis(yield* runQueued(requester)(judgeLead(lead, rules)))
    const at = new Date(yield* Clock.currentTimeMillis)
    const { message, source } = lead
    const leads = yield* Leads
    leads.record(makeLeadRecord({ requestId, accountId, at, message, source }, analysis, keepsMessage))
    return { ...analysis, requestId }
  }
)
