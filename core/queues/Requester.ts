import { Context } from "effect"
import type { AccountId, KeyId } from "../kernel/Ids.ts"

/** API key, or member in the dashboard, that requested the work. */
export interface Requester {
  readonly accountId: AccountId
  readonly keyId: KeyId
}

/**
 * Requester of the current work. Null if the program works for itself, as in the command line or an embedding program.
 */
export const CurrentRequester = Context.Reference<Requester | null>("gatehouse/core/queues/CurrentRequester", {
  defaultValue: () => null
})
