import { Effect } from "effect"
import { RequestHistory } from "../../history/RequestHistory.ts"
import type { AccountId } from "../../kernel/Ids.ts"
import { keyTitle } from "../../keys/ApiKey.ts"
import { ApiKeys } from "../../keys/ApiKeys.ts"
import type { LeadRecord } from "./LeadRecord.ts"

/** Whom and what a lead came from, as the history keeps its request. */
export interface LeadOrigin {
  /** The sender's address, masked as the operator chose; null where none was given, and where it is not kept. */
  readonly sender: string | null
  /** What the account calls the key that asked; null where a member tried it, and where the request is gone. */
  readonly keyName: string | null
}

const unknown: LeadOrigin = { sender: null, keyName: null }

/** Leads of an account, each with whom it came from: two reads, however many they are. */
export const leadsFrom = Effect.fn("leadsFrom")(function*(accountId: AccountId, leads: ReadonlyArray<LeadRecord>) {
  if (leads.length === 0) return []
  const requests = yield* (yield* RequestHistory).several(accountId, leads.map(({ requestId }) => requestId))
  const names = new Map((yield* (yield* ApiKeys).list(accountId)).map((key) => [key.id, keyTitle(key)]))
  return leads.map((lead) => {
    const request = requests.get(lead.requestId)
    const origin = request === undefined
      ? unknown
      : { sender: request.subject, keyName: names.get(request.keyId) ?? null }
    return { lead, ...origin }
  })
})
