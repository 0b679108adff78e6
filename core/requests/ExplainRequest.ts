import { Effect, Schema } from "effect"
import { Ledger } from "../credits/Ledger.ts"
import type { RequestDetails } from "../history/RequestDetails.ts"
import { RequestHistory } from "../history/RequestHistory.ts"
import type { AccountId, RequestId } from "../kernel/Ids.ts"
import type { LeadRecord } from "../leads/records/LeadRecord.ts"
import { Leads } from "../leads/records/Leads.ts"
import { leadExplanations } from "../leads/signals/LeadAnalysis.ts"

/** Error for a request that the account does not have, or that was deleted after the retention period. */
export class RequestNotFound extends Schema.TaggedError<RequestNotFound>()("RequestNotFound", { id: Schema.String }) {
  override get message(): string {
    return "The request does not exist or was deleted after the retention period."
  }
}

/** Returns a request with its details and its effect on the balance. */
export const explainRequest = Effect.fn("explainRequest")(function*(accountId: AccountId, id: string) {
  const history = yield* RequestHistory
  const request = yield* history.get(accountId, id)
  if (request === null) return yield* new RequestNotFound({ id })
  const { requestId } = request
  const stored = (yield* history.getDetails(accountId, [requestId])).get(requestId)
  const details = stored ?? (request.operation === "lead/analyze" ? yield* detailsOfLead(accountId, requestId) : null)
  return { request, details, movements: yield* (yield* Ledger).movements(accountId, requestId) }
})

/** Returns the details of a lead, whose findings are stored only in the lead's record. */
const detailsOfLead = Effect.fnUntraced(function*(accountId: AccountId, requestId: RequestId) {
  const lead = yield* (yield* Leads).get(requestId).pipe(Effect.catchTag("LeadNotFound", () => Effect.succeed(null)))
  return lead === null || lead.accountId !== accountId ? null : leadDetails(lead)
})

const leadDetails = (lead: LeadRecord): RequestDetails => ({
  score: lead.riskScore,
  reasons: leadExplanations(lead.categories).map(({ category, meaning }) => ({
    code: category,
    message: meaning,
    where: ""
  })),
  facts: { language: lead.language, source: lead.source, spam_probability: lead.spamProbability }
})
