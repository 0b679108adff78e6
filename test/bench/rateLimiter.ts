import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import * as RateLimiterMemory from "../../adapters/storage/memory/RateLimiterMemory.ts"
import * as RateLimiterPg from "../../adapters/storage/sql/accounts/RateLimiterPg.ts"
import { migrate } from "../../adapters/storage/sql/migrations/Migrations.ts"
import * as RateLimiterValkey from "../../adapters/storage/valkey/RateLimiterValkey.ts"
import { ValkeyClient } from "../../adapters/storage/valkey/ValkeyClient.ts"
import { RateLimiter } from "../../core/keys/RateLimiter.ts"
import { startPostgres } from "../support/Postgres.ts"
import { startRedis } from "../support/Redis.ts"

const help = `Cost of counting a request for the rate limit on PostgreSQL, on Valkey and in memory (Linux only).

  node test/bench/rateLimiter.ts [options]

  --takes <number>    requests per limit and round (2000)
  --rounds <number>   number of rounds (5)
  --seconds <number>  duration of the test at a fixed rate (10)

First, sequential requests at limits from 60 to 1,000,000, for keys that have used half of their limit. Then one key at 6,000 and one
at 600,000 requests per minute, concurrently. Prints the CPU time of the store's processes and of this process in microseconds.
`
const { values } = parseArgs({
  options: {
    help: { type: "boolean", default: false },
    takes: { type: "string", default: "2000" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "10" }
  }
})
const takes = Number(values.takes)
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)

const limits = [60, 6_000, 60_000, 1_000_000]
/** Length of the window. It exceeds the duration of the benchmark, so that no request leaves the window. */
const windowMillis = 3_600_000
/** Time over which the earlier requests of a key are spread, with at most one row per millisecond. */
const spreadMillis = 40_000

/** A store of the rate limit, with functions that fill and measure it. */
interface Store {
  readonly name: string
  readonly limiter: RateLimiter["Service"]
  /** Adds `count` past requests to a key. */
  readonly fill: (key: string, count: number) => Effect.Effect<void, unknown>
  /** CPU milliseconds that the store's processes have used. */
  readonly cpuMillis: Effect.Effect<number, unknown>
}

/** Spreads `count` requests over the time before now. Returns times with the number of requests at each. */
const spread = (count: number): ReadonlyArray<readonly [at: number, count: number]> => {
  const times = Math.min(count, spreadMillis)
  const start = Date.now() - spreadMillis
  return Array.from({ length: times }, (_, index) => [
    start + Math.floor(index * spreadMillis / times),
    Math.floor(count / times) + (index < count % times ? 1 : 0)
  ])
}

const tickMillis = 10

const cpuOfProcess = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ")
  return (Number(fields[11]) + Number(fields[12])) * tickMillis
}

const postgres = Effect.gen(function*() {
  const { url } = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const { stop, value } = await startPostgres()
      return { url: value, stop }
    }),
    ({ stop }) => Effect.promise(async () => stop())
  )
  const database = PgClient.layer({ url: Redacted.make(url), maxConnections: 10 })
  const context = yield* Layer.build(
    RateLimiterPg.layer.pipe(Layer.provideMerge(Layer.effectDiscard(migrate)), Layer.provideMerge(database))
  )
  return yield* Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const store: Store = {
      name: "PostgreSQL",
      limiter: yield* RateLimiter,
      fill: (key, count) =>
        Effect.asVoid(sql`INSERT INTO rate_hits SELECT ${key}, (hit->>0)::bigint,
            sum((hit->>1)::bigint) OVER (ORDER BY (hit->>0)::bigint) - (hit->>1)::bigint, (hit->>1)::bigint, 0,
            (hit->>0)::bigint + ${windowMillis}
          FROM json_array_elements(${JSON.stringify(spread(count))}::json) AS hit`),
      cpuMillis: Effect.map(
        sql`SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`,
        (rows) => rows.reduce((sum, row) => sum + cpuOfProcess(Number(row["pid"])), 0)
      )
    }
    return store
  }).pipe(Effect.provideContext(context))
})

const valkey = Effect.gen(function*() {
  const { url } = yield* Effect.acquireRelease(
    Effect.promise(() => startRedis()),
    ({ stop }) => Effect.promise(stop)
  )
  const context = yield* Layer.build(
    RateLimiterValkey.layer.pipe(
      Layer.provide(RateLimiterMemory.layer),
      Layer.provideMerge(ValkeyClient.layer(Redacted.make(url)))
    )
  )
  return yield* Effect.gen(function*() {
    const { send } = yield* ValkeyClient
    const store: Store = {
      name: "Valkey",
      limiter: yield* RateLimiter,
      fill: Effect.fnUntraced(function*(key, count) {
        let before = 0
        for (const [at, hits] of spread(count)) {
          const id = `${at}-${2 * before + 1}`
          yield* send("XADD", `${RateLimiterValkey.keyPrefix}${key}`, id, "count", `${hits}`, "skew", "0")
          before += hits
        }
      }),
      cpuMillis: Effect.map(send("INFO", "cpu"), (text) => {
        const used = [...String(text).matchAll(/^used_cpu_(?:sys|user):([\d.]+)/gm)]
        return used.reduce((sum, [, part]) => sum + Number(part) * 1_000, 0)
      })
    }
    return store
  }).pipe(Effect.provideContext(context))
})

const memory = Effect.gen(function*() {
  const store: Store = {
    name: "memory",
    limiter: yield* RateLimiter,
    fill: (key, count) =>
      Effect.forEach(Array.from({ length: count }), () => store.limiter.take(key, limitOf(key), windowMillis), {
        discard: true
      }),
    cpuMillis: Effect.succeed(0)
  }
  return store
}).pipe(Effect.provide(RateLimiterMemory.layer))

const limitOf = (key: string): number => Number(key.split(" ")[0])

/** Returns enough keys that no request is refused, even though half of each key's limit is used up at first. */
const keysOf = (limit: number): ReadonlyArray<string> =>
  Array.from(
    { length: Math.ceil(takes * (rounds + 1) * 4 / limit) },
    (_, index) => `${limit} 0199c0de-4818-7c0a-b354-081aaf993ee3 ${index}`
  )

interface Cost {
  readonly storeMicros: number
  readonly ownMicros: number
  readonly wallMicros: number
}

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]!

const costOf = Effect.fnUntraced(function*(store: Store, keys: ReadonlyArray<string>, limit: number) {
  const cpu = yield* store.cpuMillis
  const own = process.cpuUsage()
  const start = performance.now()
  for (let index = 0; index < takes; index++) {
    const { allowed } = yield* store.limiter.take(keys[index % keys.length]!, limit, windowMillis)
    if (!allowed) throw new Error("A request was refused.")
  }
  const wallMicros = (performance.now() - start) * 1_000 / takes
  const { system, user } = process.cpuUsage(own)
  const storeMicros = ((yield* store.cpuMillis) - cpu) * 1_000 / takes
  return { storeMicros, ownMicros: (system + user) / takes, wallMicros } satisfies Cost
})

const singleTakes = Effect.fnUntraced(function*(store: Store) {
  const keys = new Map(limits.map((limit) => [limit, keysOf(limit)]))
  for (const [limit, some] of keys) for (const key of some) yield* store.fill(key, limit / 2)
  const costs = new Map(limits.map((limit) => [limit, [] as Array<Cost>]))
  // Skips the first round, which is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    for (const limit of limits) {
      const cost = yield* costOf(store, keys.get(limit)!, limit)
      if (round > 0) costs.get(limit)!.push(cost)
    }
  }
  console.log(
    `\n${store.name}, sequential${" ".repeat(14)}store CPU   own CPU      wall  µs, medians of ${rounds} × ${takes}`
  )
  const rows = limits.map((limit) => {
    const all = costs.get(limit)!
    return (["storeMicros", "ownMicros", "wallMicros"] as const).map((name) => median(all.map((cost) => cost[name])))
  })
  const print = (title: string, cells: ReadonlyArray<number>, digits: number) =>
    console.log(
      title.padEnd(34) + cells.map((cell) => (Number.isNaN(cell) ? "-" : cell.toFixed(digits)).padStart(10)).join("")
    )
  limits.forEach((limit, index) => print(`  limit ${limit}`, rows[index]!, 1))
  const ratios = [0, 1, 2].map((column) => {
    const cells = rows.map((row) => row[column]!)
    return Math.max(...cells) / Math.min(...cells)
  })
  print("  highest ÷ lowest", ratios, 2)
})

/**
 * Sends requests of one key at a fixed rate. Reports the number of accepted requests and the latencies.
 *
 * A request's latency counts from the time at which the request was due.
 */
const paced = (store: Store, perMinute: number) =>
  Effect.callback<string>((resume) => {
    const key = `paced ${perMinute}`
    const total = perMinute * seconds / 60
    const millis: Array<number> = []
    let sent = 0
    let accepted = 0
    const start = performance.now()
    const timer = setInterval(() => {
      const due = Math.min(total, 1 + Math.floor((performance.now() - start) * perMinute / 60_000))
      for (; sent < due; sent++) {
        const dueAt = start + sent * 60_000 / perMinute
        Effect.runCallback(store.limiter.take(key, perMinute, 60_000), {
          onExit: (exit) => {
            if (exit._tag === "Success" && exit.value.allowed) accepted++
            millis.push(performance.now() - dueAt)
            if (millis.length < total) return
            clearInterval(timer)
            const sorted = millis.toSorted((one, other) => one - other)
            const [p50, p99] = [0.5, 0.99].map((share) => sorted[Math.floor(share * total)]!.toFixed(1))
            resume(Effect.succeed(
              `  ${perMinute} per minute: ${accepted} of ${total} accepted, p50 ${p50} ms, p99 ${p99} ms after the due time`
            ))
          }
        })
      }
    }, 1)
  })

const pacedKeys = Effect.fnUntraced(function*(store: Store) {
  const cpu = yield* store.cpuMillis
  const own = process.cpuUsage()
  const lines = yield* Effect.all([paced(store, 6_000), paced(store, 600_000)], { concurrency: "unbounded" })
  const { system, user } = process.cpuUsage(own)
  const used = (((yield* store.cpuMillis) - cpu) / seconds / 10).toFixed(0)
  console.log(
    `${store.name}, ${seconds} s: CPU use of the store ${used} % of a core, of this process ${
      ((system + user) / seconds / 1e4).toFixed(0)
    } %`
  )
  for (const line of lines) console.log(line)
})

if (values.help) console.log(help)
else {
  await Effect.runPromise(
    Effect.forEach([postgres, valkey, memory], (start) =>
      Effect.scoped(Effect.gen(function*() {
        const store = yield* start
        yield* singleTakes(store)
        yield* pacedKeys(store)
      })), { discard: true })
  )
}
