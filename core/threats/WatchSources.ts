import { Clock, Effect } from "effect"
import { operatorAccountId } from "../accounts/ManageAccounts.ts"
import { makeEvent } from "../events/AccountEvent.ts"
import { Conditions } from "../events/Conditions.ts"
import { WebRisk } from "./WebRisk.ts"

/** Seconds between two reports of a server about its threat sources. */
export const sourceReportSeconds = 15
/** Age in seconds from which the report of a stopped server no longer counts. */
export const sourceReportSecondsMax = 4 * sourceReportSeconds

/**
 * Reports the state of each threat source, as this server sees it. The operator's account gets an event when the first
 * server reports a source as down, and another when no server does so anymore. Returns the number of events.
 *
 * @param server name of this server, which stays the same when the server restarts on the same host
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
