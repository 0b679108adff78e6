import { Duration, Effect } from "effect"
import { Instances, type RunningServer } from "../../../adapters/storage/sql/servers/Instances.ts"
import { orphanSweepSeconds } from "../../../core/maintenance/RunMaintenance.ts"

/** Time within which every running server writes another heartbeat. */
export const heartbeatRecheckSeconds = 2 * orphanSweepSeconds + 1

/**
 * Warns once if another server uses the same SQLite file. A server on this host is detected immediately by its process.
 * A server on another host or in another container may have stopped, so it counts only after another heartbeat. The
 * second check also detects a server that started at the same moment. Commands of the command line do not count.
 */
export const warnOfOtherServers = Effect.gen(function*() {
  const { servers } = yield* Instances
  const initialServers = yield* servers
  let otherServer = initialServers.find(({ isOnThisHost }) => isOnThisHost)
  if (otherServer === undefined) {
    yield* Effect.sleep(Duration.seconds(heartbeatRecheckSeconds))
    const before = new Map(initialServers.map(({ heartbeatAt, id }) => [id, heartbeatAt]))
    otherServer = (yield* servers).find(({ heartbeatAt, id, isOnThisHost }) =>
      isOnThisHost || heartbeatAt > (before.get(id) ?? -Infinity)
    )
  }
  if (otherServer !== undefined) yield* Effect.logWarning(otherServerWarning(otherServer))
}).pipe(Effect.catch((error) => Effect.logDebug("Cannot check for other servers on this database", error)))

const otherServerWarning = ({ host, pid }: RunningServer): string =>
  `Another server, process ${pid} on ${host}, uses this SQLite file. Each server counts the rate limit separately, so a key gets ` +
  "the full limit on each. Run one server per file, or use PostgreSQL for several."
