import { Clock, Effect } from "effect"
import { type Actor, audit } from "../../audit/Audit.ts"
import { parseRequestId } from "../../history/RequestQuery.ts"
import type { AccountId, RequestId } from "../../kernel/Ids.ts"
import type { LeadMark, LeadRecord } from "./LeadRecord.ts"
import { LeadNotFound, Leads } from "./Leads.ts"

/** Returns a lead of an account. Fails with `LeadNotFound` for leads of other accounts. */
export const leadOfAccount = Effect.fnUntraced(function*(accountId: AccountId, id: string) {
  const requestId = parseRequestId(id)
  if (requestId === null) return yield* new LeadNotFound({ id })
  const lead = yield* (yield* Leads).get(requestId)
  return lead.accountId === accountId ? lead : yield* new LeadNotFound({ id })
})

/** Sets or removes the mark of a lead. Marks have no effect until they are exported for training. */
export const markLead = Effect.fn("markLead")(function*(requestId: RequestId, mark: LeadMark | null) {
  const at = new Date(yield* Clock.currentTimeMillis)
  return yield* (yield* Leads).mark(requestId, mark, at)
})

/**
 * Sets or removes the mark of a lead in any account on behalf of a person. Functions whose names end in `As` write to
 * the audit log of the lead's account.
 */
export const markLeadAs = Effect.fn("markLeadAs")(function*(actor: Actor, requestId: RequestId, mark: LeadMark | null) {
  const lead = yield* markLead(requestId, mark)
  const label = mark === null ? "mark removed" : mark === "ham" ? "not spam" : "spam"
  yield* audit({
    accountId: lead.accountId,
    actor,
    action: "lead.mark",
    target: requestId,
    detail: label + fromSource(lead)
  })
  return lead
})

export const forgetLeadAs = Effect.fn("forgetLeadAs")(function*(actor: Actor, requestId: RequestId) {
  const leads = yield* Leads
  const lead = yield* leads.get(requestId)
  yield* leads.forget(requestId)
  const detail = `judged ${lead.verdict}${fromSource(lead)}`
  yield* audit({ accountId: lead.accountId, actor, action: "lead.forget", target: requestId, detail })
})

/** Formats the source of a lead for the audit log, which contains no other description of the lead. */
const fromSource = ({ source }: LeadRecord): string => source === null ? "" : `, from ${source}`
