import { Clock, Effect } from "effect"
import { operatorAccountId } from "../accounts/ManageAccounts.ts"
import { makeEvent } from "../events/AccountEvent.ts"
import { Conditions } from "../events/Conditions.ts"
import { WebRisk } from "./WebRisk.ts"

/** Seconds between two reports of a server about its threat sources. */
export const sourceReportSeconds = 15
/** Age at which the report of a server that has stopped no longer counts. */
export const sourceReportSecondsMax = 4 * sourceReportSeconds

/**
 * Reports the state of each threat source, as this server sees it. When a source goes down on the first server and when
 * it is up on all servers again, the operator's account gets an event. Returns the number of events.
 *
 * @param server name of this server, which the next start on the same host has too
 */
export const reportSources = Effect.fnUntraced(function*(server: string) {
  const accountId = yield* operatorAccountId
  if (accountId === null) return 0
  const conditions = yield* Conditions
  const now = yield* Clock.currentTimeMillis
  let events = 0
  for (const { name, required, state } of yield* (yield* WebRisk).status) {
    const data = { source: name, required }
    const event = yield* conditions.report({
      accountId,
      name: `source.down ${name}`,
      reporter: server,
      isActive: state === "down",
      at: new Date(now),
      outdatedBefore: new Date(now - sourceReportSecondsMax * 1_000)
    }, {
      onBegin: yield* makeEvent(accountId, "source.down", data),
      onEnd: yield* makeEvent(accountId, "source.up", data)
    })
    if (event !== null) events++
  }
  return events
})
