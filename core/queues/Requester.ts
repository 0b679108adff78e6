import { Context } from "effect"

/** The API key, or the member of the dashboard, that work is done for. */
export interface Requester {
  readonly accountId: string
  readonly keyId: string
}

/** The requester of the current work; null where a program works for itself: the command line, or an embedding program. */
export const CurrentRequester = Context.Reference<Requester | null>("gatehouse/core/queues/CurrentRequester", {
  defaultValue: () => null
})
