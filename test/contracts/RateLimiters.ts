import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as RateLimiterMemory from "../../adapters/storage/memory/RateLimiterMemory.ts"
import * as RateLimiterPg from "../../adapters/storage/sql/accounts/RateLimiterPg.ts"
import * as RateLimiterValkey from "../../adapters/storage/valkey/RateLimiterValkey.ts"
import { ValkeyClient } from "../../adapters/storage/valkey/ValkeyClient.ts"
import { RateLimiter } from "../../core/keys/RateLimiter.ts"
import { requestResource } from "../support/OnDemand.ts"
import { layerFreshPostgres } from "../support/Storages.ts"
import { needs } from "../support/TestRun.ts"

/** Rate limiters of several servers with shared counts, and a way to advance the time of a key. */
export class Limiters extends Context.Service<Limiters, {
  readonly servers: ReadonlyArray<RateLimiter["Service"]>
  /** Advances time for a key. */
  readonly age: (key: string, millis: number) => Effect.Effect<void, unknown>
}>()("gatehouse/test/contracts/Limiters") {}

const serverCount = 3

/** Builds a limiter for each server, each with its own connections. */
const serversOf = <E, R>(layer: Layer.Layer<RateLimiter, E, R>, count = serverCount) =>
  Effect.all(
    Array.from({ length: count }, () =>
      Effect.map(Layer.build(Layer.fresh(layer)), (context) => Context.get(context, RateLimiter)))
  )

const layerMemory = Layer.effect(
  Limiters,
  Effect.gen(function*() {
    // A process counts only its own requests, so there is one server.
    const servers = yield* serversOf(RateLimiterMemory.layer, 1)
    const clock = yield* TestClock.testClockWith(Effect.succeed)
    return { servers, age: (_key: string, millis: number) => clock.adjust(millis) }
  })
).pipe(Layer.provide(TestClock.layer()))

/**
 * Makes the rows of a key older, because PostgreSQL counts by its own clock.
 *
 * The update passes through negative times, because no two rows may temporarily have the same time.
 */
const agePg = (sql: SqlClient.SqlClient) => (key: string, millis: number) =>
  sql.withTransaction(Effect.andThen(
    sql`UPDATE rate_hits SET at = ${millis}::bigint - at, expires_at = expires_at - ${millis}::bigint WHERE key = ${key}`,
    Effect.asVoid(sql`UPDATE rate_hits SET at = -at WHERE key = ${key}`)
  ))

const layerPg = Layer.effect(
  Limiters,
  Effect.gen(function*() {
    const { config } = yield* PgClient.PgClient
    const servers = yield* serversOf(
      RateLimiterPg.layer.pipe(Layer.provide(PgClient.layer({ ...config, maxConnections: 4 })))
    )
    return { servers, age: agePg(yield* SqlClient.SqlClient) }
  })
).pipe(Layer.provideMerge(layerFreshPostgres()))

/** Fails the test if the fallback counts, because the server is reachable. */
const noFallback = Layer.succeed(RateLimiter, { take: () => Effect.die(new Error("The fallback counts.")) })

type Entry = readonly [id: string, fields: ReadonlyArray<string>]

/** Makes the entries of a key older, because Valkey counts by its own clock. */
const ageValkey = (send: ValkeyClient["Service"]["send"]) =>
  Effect.fnUntraced(function*(key: string, millis: number) {
    const stream = `${RateLimiterValkey.keyPrefix}${key}`
    const entries = (yield* send("XRANGE", stream, "-", "+")) as ReadonlyArray<Entry>
    yield* send("DEL", stream)
    for (const [id, fields] of entries) {
      const [at, sequence] = id.split("-")
      yield* send("XADD", stream, `${Number(at) - millis}-${sequence}`, ...fields)
    }
  })

const layerValkey = Layer.unwrap(Effect.map(Effect.promise(() => requestResource("redis")), (url) => {
  const client = ValkeyClient.layer(Redacted.make(url))
  return Layer.effect(
    Limiters,
    Effect.gen(function*() {
      const limiter = RateLimiterValkey.layer.pipe(Layer.provide(noFallback), Layer.provide(client))
      const { send } = yield* ValkeyClient
      return { servers: yield* serversOf(limiter), age: ageValkey(send) }
    })
  ).pipe(
    Layer.provide(client),
    // A busy machine must not make a test use the fallback.
    Layer.provide(Layer.succeed(RateLimiterValkey.ValkeyTimeouts, { millisMax: 300_000, outageRetryMillis: 1 }))
  )
}))

export interface RateLimiterStore {
  readonly name: string
  readonly tags: ReadonlyArray<string>
  /** The clock that the counts depend on. */
  readonly clock: "process" | "server"
  readonly layer: Layer.Layer<Limiters, unknown>
}

/** Every adapter of the port `RateLimiter`. */
export const rateLimiters: ReadonlyArray<RateLimiterStore> = [
  { name: "memory", tags: [], clock: "process", layer: layerMemory },
  {
    name: "PostgreSQL",
    tags: [needs.postgres],
    clock: "server",
    layer: layerPg.pipe(Layer.provide(Layer.succeed(RateLimiterPg.TakeMillisMax, 300_000)))
  },
  { name: "Valkey", tags: [needs.redis], clock: "server", layer: layerValkey }
]
