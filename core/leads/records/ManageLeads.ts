import { Effect } from "effect"
import { type Actor, audit } from "../../audit/Audit.ts"
import type { RequestId } from "../../kernel/Ids.ts"
import type { LeadMark, LeadRecord } from "./LeadRecord.ts"
import { Leads } from "./Leads.ts"
import { markLead } from "./MarkLead.ts"

/** Marks a lead of any account for somebody, or takes its mark back. Audited here, in the lead's account, as all below is. */
export const markLeadAs = Effect.fn("markLeadAs")(function*(actor: Actor, requestId: RequestId, mark: LeadMark | null) {
  const lead = yield* markLead(requestId, mark)
  const said = mark === null ? "taken back" : mark === "ham" ? "not spam" : "spam"
  yield* audit({
    accountId: lead.accountId,
    actor,
    action: "lead.mark",
    target: requestId,
    detail: said + whence(lead)
  })
  return lead
})

export const forgetLeadAs = Effect.fn("forgetLeadAs")(function*(actor: Actor, requestId: RequestId) {
  const leads = yield* Leads
  const lead = yield* leads.get(requestId)
  yield* leads.forget(requestId)
  const detail = `judged ${lead.verdict}${whence(lead)}`
  yield* audit({ accountId: lead.accountId, actor, action: "lead.forget", target: requestId, detail })
})

/** What tells a lead from others, of which nothing else is kept. */
const whence = ({ source }: LeadRecord): string => source === null ? "" : `, from ${source}`
