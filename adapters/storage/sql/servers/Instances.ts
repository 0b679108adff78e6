import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { integer, oneRow, tableReader, text, textOrNull, texts } from "../statements/Row.ts"
import { databaseNow, makeSkewWatch } from "./DatabaseClock.ts"

/** An instance whose last sign of life is older than this, by the database's clock, counts as dead, wherever it ran. */
export const instanceSilentMillisMax = 30_000

export interface InstanceConfig {
  /** Unique for each start. */
  readonly id: string
  /** Name of the machine, or of the container. */
  readonly host: string
  readonly pid: number
  /** Whether a process with this id runs on this machine. */
  readonly isAlive: (pid: number) => boolean
}

/** An instance that died, and the ids of the requests whose answer had not left. */
export interface DeadInstance {
  readonly id: string
  readonly inFlight: ReadonlyArray<string>
  /** Its last sign of life. */
  readonly heartbeatAt: number
}

/** Another instance that was not found dead. */
export interface LivingInstance {
  readonly id: string
  readonly host: string
  readonly pid: number
  /** On this machine, where its process was looked for; of others there is only their sign of life. */
  readonly isHere: boolean
  /** Its last sign of life. */
  readonly heartbeatAt: number
}

/** The processes that share this database, each with what it has in flight. */
export class Instances extends Context.Service<Instances, {
  readonly id: string
  /** Reports whether this instance has written a sign of life, so that there is a row for `leave` to remove. */
  readonly hasSigned: () => boolean
  /** Signs of life, with the list of what is in flight now. */
  readonly report: (inFlight: ReadonlyArray<string>) => Effect.Effect<void, SqlError.SqlError>
  /** A sign of life without a change of what is in flight. Writes nothing before the first `report`. */
  readonly beat: Effect.Effect<void, SqlError.SqlError>
  /** Where browsers reach this server, for the command line to make links with; it stays with all later signs of life. */
  readonly announce: (baseUrl: string) => Effect.Effect<void, SqlError.SqlError>
  /** Where a living server is reached, of several the one that gave the last sign of life; null where none has announced itself. */
  readonly announced: Effect.Effect<string | null, SqlError.SqlError>
  readonly dead: Effect.Effect<ReadonlyArray<DeadInstance>, SqlError.SqlError>
  readonly living: Effect.Effect<ReadonlyArray<LivingInstance>, SqlError.SqlError>
  /**
   * The dead one's affairs are in order. Not so when it has written since it was looked at: PostgreSQL may finish the last
   * transaction of a process that is gone, and what that put in flight is for the next sweep.
   */
  readonly bury: (dead: DeadInstance) => Effect.Effect<void, SqlError.SqlError>
  /** This instance ends, with nothing in flight. */
  readonly leave: Effect.Effect<void, SqlError.SqlError>
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
    if (isShared) yield* watchSkew(integer(oneRow(rows), "heartbeat_at"), now)
  })

  const announce = Effect.fnUntraced(function*(url: string) {
    baseUrl = url
    hasSigned = true
    const now = yield* Clock.currentTimeMillis
    // What is in flight is for `report` to say.
    yield* sql`INSERT INTO instances (id, host, pid, heartbeat_at, in_flight, base_url)
      VALUES (${config.id}, ${config.host}, ${config.pid}, ${databaseNow(sql, now)}, '[]', ${url})
      ON CONFLICT (id) DO UPDATE SET base_url = excluded.base_url`
  })

  const others = readOthers(sql, config)
  const living = Effect.map(others, (found) => found.filter(({ isDead }) => !isDead))

  return Instances.of({
    id: config.id,
    hasSigned: () => hasSigned,
    report,
    beat: Effect.flatMap(
      Clock.currentTimeMillis,
      (now) => Effect.asVoid(sql`UPDATE instances SET heartbeat_at = ${databaseNow(sql, now)} WHERE id = ${config.id}`)
    ),
    announce,
    announced: Effect.flatMap(living, (servers) => readAnnounced(sql, servers)),
    dead: Effect.map(others, (found) => found.filter(({ isDead }) => isDead)),
    living,
    bury: ({ heartbeatAt, id, inFlight }) =>
      Effect.asVoid(sql`DELETE FROM instances
        WHERE id = ${id} AND heartbeat_at = ${heartbeatAt} AND in_flight = ${JSON.stringify(inFlight)}`),
    leave: Effect.asVoid(sql`DELETE FROM instances WHERE id = ${config.id}`)
  })
})

/** All instances but this one, with what is known of each. */
const readOthers = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, config: InstanceConfig) {
  const now = yield* Clock.currentTimeMillis
  const rows = yield* sql`SELECT id, host, pid, heartbeat_at, in_flight, ${databaseNow(sql, now)} AS now FROM instances
    WHERE id <> ${config.id}`
  return rows.map(tableReader("instances", (row) => {
    const [host, pid, heartbeatAt] = [text(row, "host"), integer(row, "pid"), integer(row, "heartbeat_at")]
    const isHere = host === config.host
    const hasDied = isHere && (pid === config.pid || !config.isAlive(pid))
    const isDead = hasDied || heartbeatAt < integer(row, "now") - instanceSilentMillisMax
    const inFlight = texts(row, "in_flight")
    return { id: text(row, "id"), host, pid, isHere, isDead, heartbeatAt, inFlight }
  }))
})

/** The base URL of the living instance that gave the last sign of life and has one. */
const readAnnounced = Effect.fnUntraced(
  function*(sql: SqlClient.SqlClient, living: ReadonlyArray<LivingInstance>) {
    const alive = new Set(living.map(({ id }) => id))
    const rows = yield* sql`SELECT id, base_url FROM instances WHERE base_url IS NOT NULL ORDER BY heartbeat_at DESC`
    const row = rows.find((row) => alive.has(text(row, "id")))
    return row === undefined ? null : textOrNull(row, "base_url")
  }
)
