import { Clock, Effect } from "effect"
import { type AccountId, type EventId, newId, type RequestId } from "../kernel/Ids.ts"
import type { EventData, EventType } from "./EventCatalog.ts"

/** Event in an account, which webhooks report. */
export interface AccountEvent {
  /** Unique ID. Every delivery of the event has it, so that receivers can recognize repetitions. */
  readonly id: EventId
  readonly accountId: AccountId
  readonly type: EventType
  readonly at: Date
  readonly data: EventData<EventType>
}

/** ID and time of a new event. */
export const newEventStamp = Effect.gen(function*() {
  const id: EventId = yield* newId("evt")
  return { id, at: new Date(yield* Clock.currentTimeMillis) }
})

/** Creates an event with a new ID. It exists once a storage port stores it. */
export const makeEvent = Effect.fnUntraced(
  function*<Type extends EventType>(accountId: AccountId, type: Type, data: EventData<Type>) {
    const event: AccountEvent = { ...yield* newEventStamp, accountId, type, data }
    return event
  }
)

/** Event of a request. The recorder of the request adds the IDs. */
export type RequestEvent = {
  [Type in "document.blocked" | "lead.spam"]: {
    readonly type: Type
    readonly data: Omit<EventData<Type>, "request_id">
  }
}["document.blocked" | "lead.spam"]

/** Creates the event of a request. Its ID is derived from the request, so a repeated write stores it once. */
export const eventOfRequest = (
  { accountId, at, requestId }: { readonly accountId: AccountId; readonly at: Date; readonly requestId: RequestId },
  { data, type }: RequestEvent
): AccountEvent => ({
  id: `evt_${requestId}`,
  accountId,
  type,
  at,
  data: { request_id: requestId, ...data }
})

/** Returns the body of the event's deliveries, in the structure that Standard Webhooks recommends. */
export const eventBody = ({ at, data, type }: AccountEvent): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data })
