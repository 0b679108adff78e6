import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { integer, requireRow, tableReader, text, textList } from "../statements/Row.ts"
import { databaseNow, makeSkewWatch } from "./DatabaseClock.ts"

/** An instance whose last heartbeat is older than this, by the database's clock, counts as dead on any host. */
export const instanceSilentMillisMax = 30_000

export interface InstanceConfig {
  /** Unique per start. */
  readonly id: string
  /** Name of the host or container. */
  readonly host: string
  readonly pid: number
  /** Reports whether a process with this ID runs on this host. */
  readonly isAlive: (pid: number) => boolean
}

/** Dead instance, with the IDs of the requests whose response was not delivered. */
export interface DeadInstance {
  readonly id: string
  readonly inFlight: ReadonlyArray<string>
  /** Time of its last heartbeat, in milliseconds since 1970-01-01 UTC. */
  readonly heartbeatAt: number
}

/** Another instance that does not count as dead. */
export interface LiveInstance {
  readonly id: string
  readonly host: string
  readonly pid: number
  /** Whether the instance is on this host, where its process can be checked; others only have a heartbeat. */
  readonly isOnThisHost: boolean
  /** Time of its last heartbeat, in milliseconds since 1970-01-01 UTC. */
  readonly heartbeatAt: number
}

/** A live instance that is a server: it has announced its URL. Commands of the command line announce none. */
export interface RunningServer extends LiveInstance {
  readonly baseUrl: string
}

/** Processes that share this database, with their requests in flight. */
export class Instances extends Context.Service<Instances, {
  readonly id: string
  /** Reports whether this instance has written a heartbeat, so that there is a row for `leave` to remove. */
  readonly hasRegistered: () => boolean
  /** Writes a heartbeat and the current list of requests in flight. */
  readonly report: (inFlight: ReadonlyArray<string>) => Effect.Effect<void, SqlError.SqlError>
  /** Writes a heartbeat without changing the list. Writes nothing before the first `report`. */
  readonly writeHeartbeat: Effect.Effect<void, SqlError.SqlError>
  /** Stores the URL of this server, from which the command line builds links. Later heartbeats keep it. */
  readonly announceUrl: (baseUrl: string) => Effect.Effect<void, SqlError.SqlError>
  /** Returns the other live servers, the latest heartbeat first. */
  readonly servers: Effect.Effect<ReadonlyArray<RunningServer>, SqlError.SqlError>
  readonly dead: Effect.Effect<ReadonlyArray<DeadInstance>, SqlError.SqlError>
  readonly live: Effect.Effect<ReadonlyArray<LiveInstance>, SqlError.SqlError>
  /**
   * Removes a dead instance. It stays if it has written since it was read: PostgreSQL may complete the last transaction of a process that
   * is gone, and the next sweep refunds what that transaction put in flight.
   */
  readonly removeDead: (dead: DeadInstance) => Effect.Effect<void, SqlError.SqlError>
  /** Removes this instance when it stops with nothing in flight. */
  readonly removeSelf: Effect.Effect<void, SqlError.SqlError>
}>()("gatehouse/adapters/storage/sql/servers/Instances") {
  static readonly layer = (config: InstanceConfig) => Layer.effect(Instances, makeInstances(config))
}

const makeInstances = Effect.fnUntraced(function*(config: InstanceConfig) {
  const sql = yield* SqlClient.SqlClient
  const watchSkew = makeSkewWatch()
  const isShared = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  let baseUrl: string | null = null
  let hasSigned = false

  const report = Effect.fnUntraced(function*(inFlight: ReadonlyArray<string>) {
    hasSigned = true
    const now = yield* Clock.currentTimeMillis
    const list = JSON.stringify(inFlight)
    const rows = yield* sql`INSERT INTO instances (id, host, pid, heartbeat_at, in_flight, base_url)
      VALUES (${config.id}, ${config.host}, ${config.pid}, ${databaseNow(sql, now)}, ${list}, ${baseUrl})
      ON CONFLICT (id) DO UPDATE SET heartbeat_at = excluded.heartbeat_at, in_flight = excluded.in_flight,
        base_url = excluded.base_url
      RETURNING heartbeat_at`
    if (isShared) yield* watchSkew(integer(requireRow(rows), "heartbeat_at"), now)
  })

  const announce = Effect.fnUntraced(function*(url: string) {
    baseUrl = url
    hasSigned = true
    const now = yield* Clock.currentTimeMillis
    // The list of requests in flight is left to `report`.
    yield* sql`INSERT INTO instances (id, host, pid, heartbeat_at, in_flight, base_url)
      VALUES (${config.id}, ${config.host}, ${config.pid}, ${databaseNow(sql, now)}, '[]', ${url})
      ON CONFLICT (id) DO UPDATE SET base_url = excluded.base_url`
  })

  const others = readOthers(sql, config)
  const living = Effect.map(others, (instances) => instances.filter(({ isDead }) => !isDead))

  return Instances.of({
    id: config.id,
    hasRegistered: () => hasSigned,
    report,
    writeHeartbeat: Effect.flatMap(
      Clock.currentTimeMillis,
      (now) => Effect.asVoid(sql`UPDATE instances SET heartbeat_at = ${databaseNow(sql, now)} WHERE id = ${config.id}`)
    ),
    announceUrl: announce,
    servers: Effect.flatMap(living, (living) => readServers(sql, living)),
    dead: Effect.map(others, (instances) => instances.filter(({ isDead }) => isDead)),
    live: living,
    removeDead: ({ heartbeatAt, id, inFlight }) =>
      Effect.asVoid(sql`DELETE FROM instances
        WHERE id = ${id} AND heartbeat_at = ${heartbeatAt} AND in_flight = ${JSON.stringify(inFlight)}`),
    removeSelf: Effect.asVoid(sql`DELETE FROM instances WHERE id = ${config.id}`)
  })
})

/** Reads all instances except this one. */
const readOthers = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, config: InstanceConfig) {
  const now = yield* Clock.currentTimeMillis
  const rows = yield* sql`SELECT id, host, pid, heartbeat_at, in_flight, ${databaseNow(sql, now)} AS now FROM instances
    WHERE id <> ${config.id}`
  return rows.map(tableReader("instances", (row) => {
    const [host, pid, heartbeatAt] = [text(row, "host"), integer(row, "pid"), integer(row, "heartbeat_at")]
    const isOnThisHost = host === config.host
    const hasDied = isOnThisHost && (pid === config.pid || !config.isAlive(pid))
    const isDead = hasDied || heartbeatAt < integer(row, "now") - instanceSilentMillisMax
    const inFlight = textList(row, "in_flight")
    return { id: text(row, "id"), host, pid, isOnThisHost, isDead, heartbeatAt, inFlight }
  }))
})

/** Returns the live instances that have announced a URL. The URLs are a separate query, because older schemas lack the column. */
const readServers = Effect.fnUntraced(
  function*(sql: SqlClient.SqlClient, living: ReadonlyArray<LiveInstance>) {
    const rows = yield* sql`SELECT id, base_url FROM instances WHERE base_url IS NOT NULL`
    const urls = new Map(rows.map((row) => [text(row, "id"), text(row, "base_url")]))
    return living.flatMap((instance): ReadonlyArray<RunningServer> => {
      const baseUrl = urls.get(instance.id)
      return baseUrl === undefined ? [] : [{ ...instance, baseUrl }]
    }).toSorted((one, other) => other.heartbeatAt - one.heartbeatAt)
  }
)
