import { Context } from "effect"
import type { AccountId, KeyId } from "../kernel/Ids.ts"

/** The API key, or the member of the dashboard, that work is done for. */
export interface Requester {
  readonly accountId: AccountId
  readonly keyId: KeyId
}

/** The requester of the current work; null where a program works for itself: the command line, or an embedding program. */
export const CurrentRequester = Context.Reference<Requester | null>("gatehouse/core/queues/CurrentRequester", {
  defaultValue: () => null
})
