import { Clock, Effect } from "effect"
import type { RequestId } from "../../kernel/Ids.ts"
import type { LeadMark } from "./LeadRecord.ts"
import { Leads } from "./Leads.ts"

/** Keeps what a person says of a lead, in place of what was said before. Nothing is learnt from it until marks are exported. */
export const markLead = Effect.fn("markLead")(function*(requestId: RequestId, mark: LeadMark | null) {
  const at = new Date(yield* Clock.currentTimeMillis)
  return yield* (yield* Leads).mark(requestId, mark, at)
})
