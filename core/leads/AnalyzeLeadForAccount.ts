import { Clock, Effect } from "effect"
import { BlockRules } from "../ports/BlockRules.ts"
import { Leads } from "../ports/Leads.ts"
import { analyzeLead } from "./AnalyzeLead.ts"
import type { Lead } from "./Lead.ts"
import { leadRecordOf } from "./LeadRecord.ts"

export interface LeadRequester {
  /** UUID that the caller knows the analysis by. */
  readonly requestId: string
  readonly accountId: string
}

/** `analyzeLead` under the rules of an account, kept so that a person can say later whether it was right. */
export const analyzeLeadForAccount = Effect.fnUntraced(
  function*({ accountId, requestId }: LeadRequester, lead: Lead, keepsMessage: boolean) {
    const rules = yield* (yield* BlockRules).compiled(accountId)
    const analysis = yield* analyzeLead(lead, rules)
    const at = new Date(yield* Clock.currentTimeMillis)
    const { message, source } = lead
    const leads = yield* Leads
    leads.record(leadRecordOf({ requestId, accountId, at, message, source }, analysis, keepsMessage))
    return { ...analysis, requestId }
  }
)
