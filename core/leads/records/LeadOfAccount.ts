import { Effect } from "effect"
import { requestIdIn } from "../../history/RequestQuery.ts"
import type { AccountId } from "../../kernel/Ids.ts"
import { LeadNotFound, Leads } from "./Leads.ts"

/** A lead of this account; another's is not there. */
export const leadOfAccount = Effect.fnUntraced(function*(accountId: AccountId, id: string) {
  const requestId = requestIdIn(id)
  if (requestId === null) return yield* new LeadNotFound({ id })
  const lead = yield* (yield* Leads).get(requestId)
  return lead.accountId === accountId ? lead : yield* new LeadNotFound({ id })
})
