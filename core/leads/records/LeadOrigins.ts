import { Effect } from "effect"
import { RequestHistory } from "../../history/RequestHistory.ts"
import type { AccountId } from "../../kernel/Ids.ts"
import { keyLabel } from "../../keys/ApiKey.ts"
import { ApiKeys } from "../../keys/ApiKeys.ts"
import type { LeadRecord } from "./LeadRecord.ts"

/** Origin of a lead, taken from its request record. */
export interface LeadOrigin {
  /** Sender's address, masked according to the operator's setting. Null if absent or not stored. */
  readonly sender: string | null
  /** Name of the API key. Null if a member sent the request, or the request was deleted. */
  readonly keyName: string | null
}

const unknownOrigin: LeadOrigin = { sender: null, keyName: null }

/** Adds origins to leads of an account. It needs two queries for any number of leads. */
export const withOrigins = Effect.fn("withOrigins")(function*(accountId: AccountId, leads: ReadonlyArray<LeadRecord>) {
  if (leads.length === 0) return []
  const requests = yield* (yield* RequestHistory).getMany(accountId, leads.map(({ requestId }) => requestId))
  const names = new Map((yield* (yield* ApiKeys).list(accountId)).map((key) => [key.id, keyLabel(key)]))
  return leads.map((lead) => {
    const request = requests.get(lead.requestId)
    const origin = request === undefined
      ? unknownOrigin
      : { sender: request.subject, keyName: names.get(request.keyId) ?? null }
    return { lead, ...origin }
  })
})
