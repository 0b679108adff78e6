import { Effect } from "effect"
import { type Actor, audit } from "../members/Audit.ts"
import { Leads } from "../ports/Leads.ts"
import type { LeadMark } from "./LeadRecord.ts"
import { markLead } from "./MarkLead.ts"

/** Marks a lead of any account for somebody, or takes its mark back. Audited here, in the lead's account, as all below is. */
export const markLeadAs = Effect.fn("markLeadAs")(function*(actor: Actor, requestId: string, mark: LeadMark | null) {
  const lead = yield* markLead(requestId, mark)
  const detail = mark === null ? "taken back" : mark === "ham" ? "not spam" : "spam"
  yield* audit({ accountId: lead.accountId, actor, action: "lead.mark", target: requestId, detail })
  return lead
})

export const forgetLeadAs = Effect.fn("forgetLeadAs")(function*(actor: Actor, requestId: string) {
  const leads = yield* Leads
  const { accountId } = yield* leads.get(requestId)
  yield* leads.forget(requestId)
  yield* audit({ accountId, actor, action: "lead.forget", target: requestId })
})
