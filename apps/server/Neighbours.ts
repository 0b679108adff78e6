import { Duration, Effect } from "effect"
import { Instances, type LivingInstance } from "../../adapters/storage/sql/servers/Instances.ts"
import { orphanSweepSeconds } from "./Maintenance.ts"

/** After this time every living server has given another sign of life. */
export const secondLookSeconds = 2 * orphanSweepSeconds + 1

/**
 * Warns, once, when another server works on the same SQLite file. One on this machine is seen at once, by its process. One
 * on another, or in another container, may have died just now: it counts when it gives a further sign of life. The second
 * look also finds who started at the same moment.
 */
export const warnOfNeighbours = Effect.gen(function*() {
  const { living } = yield* Instances
  const first = yield* living
  let neighbour = first.find(({ isHere }) => isHere)
  if (neighbour === undefined) {
    yield* Effect.sleep(Duration.seconds(secondLookSeconds))
    const before = new Map(first.map(({ heartbeatAt, id }) => [id, heartbeatAt]))
    neighbour = (yield* living).find(({ heartbeatAt, id, isHere }) =>
      isHere || heartbeatAt > (before.get(id) ?? -Infinity)
    )
  }
  if (neighbour !== undefined) yield* Effect.logWarning(warning(neighbour))
}).pipe(Effect.catch((error) => Effect.logDebug("Nobody knows who else uses this database", error)))

const warning = ({ host, pid }: LivingInstance): string =>
  `Another server, process ${pid} on ${host}, uses this SQLite file. Each counts the rate limit for itself, so a key gets ` +
  "its whole limit on each. Run one server on one file, or set DATABASE_URL to PostgreSQL for several."
