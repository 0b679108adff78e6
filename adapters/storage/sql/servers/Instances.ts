import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { readInteger, readText, readTextList, requireRow, tableReader } from "../statements/Row.ts"
import { databaseNow, makeSkewWatch } from "./DatabaseClock.ts"

/** Maximum age of the last heartbeat, by the database's clock. Above it, an instance counts as dead on any host. */
export const instanceSilentMillisMax = 30_000

export interface InstanceConfig {
  /** ID that is unique for each start of a process. */
  readonly id: string
  /** Name of the host or container. */
  readonly host: string
  readonly pid: number
  /** Reports whether a process with this ID runs on this host. */
  readonly isAlive: (pid: number) => boolean
}

/** Dead instance. `inFlight` contains the IDs of its requests whose responses may not have been delivered. */
export interface DeadInstance {
  readonly id: string
  readonly inFlight: ReadonlyArray<string>
  /** Time of the last heartbeat, in milliseconds since 1970-01-01 UTC. */
  readonly heartbeatAt: number
}

/** Live instance other than this one. */
export interface LiveInstance {
  readonly id: string
  readonly host: string
  readonly pid: number
  /** Whether the instance is on this host, where its process can be checked. Elsewhere, only the heartbeat is known. */
  readonly isOnThisHost: boolean
  /** Time of the last heartbeat, in milliseconds since 1970-01-01 UTC. */
  readonly heartbeatAt: number
}

/** Live instance that has announced its URL. Only servers announce a URL, and commands do not. */
export interface RunningServer extends LiveInstance {
  readonly baseUrl: string
}

/** Registry of the processes that share this database, with their requests in flight. */
export class Instances extends Context.Service<Instances, {
  readonly id: string
  /** Reports whether this instance may have a row, which `removeSelf` must then remove. */
  readonly hasRegistered: () => boolean
  /** Writes a heartbeat and the current list of requests in flight. */
  readonly report: (inFlight: ReadonlyArray<string>) => Effect.Effect<void, SqlError.SqlError>
  /** Writes a heartbeat without changing the list. Writes nothing before the first `report`. */
  readonly writeHeartbeat: Effect.Effect<void, SqlError.SqlError>
  /** Stores the URL of this server, from which the command line builds links. Later heartbeats keep the URL. */
  readonly announceUrl: (baseUrl: string) => Effect.Effect<void, SqlError.SqlError>
  /** Returns the other live servers, latest heartbeat first. */
  readonly servers: Effect.Effect<ReadonlyArray<RunningServer>, SqlError.SqlError>
  readonly dead: Effect.Effect<ReadonlyArray<DeadInstance>, SqlError.SqlError>
  readonly live: Effect.Effect<ReadonlyArray<LiveInstance>, SqlError.SqlError>
  /**
   * Removes a dead instance, unless its row has changed since it was read. PostgreSQL may still complete the last
   * transaction of a process that has ended. The next sweep then refunds the requests that the transaction added.
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
    if (isShared) yield* watchSkew(readInteger(requireRow(rows), "heartbeat_at"), now)
  })

  const announce = Effect.fnUntraced(function*(url: string) {
    baseUrl = url
    hasSigned = true
    const now = yield* Clock.currentTimeMillis
    // If the row exists, its list of requests in flight stays unchanged.
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
    const [host, pid, heartbeatAt] = [readText(row, "host"), readInteger(row, "pid"), readInteger(row, "heartbeat_at")]
    const isOnThisHost = host === config.host
    const hasDied = isOnThisHost && (pid === config.pid || !config.isAlive(pid))
    const isDead = hasDied || heartbeatAt < readInteger(row, "now") - instanceSilentMillisMax
    const inFlight = readTextList(row, "in_flight")
    return { id: readText(row, "id"), host, pid, isOnThisHost, isDead, heartbeatAt, inFlight }
  }))
})

/**
 * Returns the live instances that have announced a URL. The URLs are a separate query, because older schemas lack the
 * column.
 */
const readServers = Effect.fnUntraced(
  function*(sql: SqlClient.SqlClient, living: ReadonlyArray<LiveInstance>) {
    const rows = yield* sql`SELECT id, base_url FROM instances WHERE base_url IS NOT NULL`
    const urls = new Map(rows.map((row) => [readText(row, "id"), readText(row, "base_url")]))
    return living.flatMap((instance): ReadonlyArray<RunningServer> => {
      const baseUrl = urls.get(instance.id)
      return baseUrl === undefined ? [] : [{ ...instance, baseUrl }]
    }).toSorted((one, other) => other.heartbeatAt - one.heartbeatAt)
  }
)
