import { Clock, Context, Effect, Layer, Metric } from "effect"
import { type KeyGrant, type KeyTakes, makeGroupedTakes } from "../../../core/keys/GroupedTakes.ts"
import { RateLimiter } from "../../../core/keys/RateLimiter.ts"
import { takeScript, takeScriptSha1 } from "./TakeScript.ts"
import { ValkeyClient, ValkeyFailure } from "./ValkeyClient.ts"

/** Longest wait for a call of Valkey to begin, and for its end; then the fallback counts. */
export const valkeyMillisMax = 250
/** After a failure, the fallback counts for so long without another attempt. */
export const awayRetryMillis = 1_000
/** The same, where tests wait for it. */
export const ValkeyWaits = Context.Reference<{ readonly millisMax: number; readonly awayRetryMillis: number }>(
  "gatehouse/adapters/storage/valkey/ValkeyWaits",
  { defaultValue: () => ({ millisMax: valkeyMillisMax, awayRetryMillis }) }
)

/** Keys of the limiter begin with this: a server may hold other data as well. */
export const keyPrefix = "gatehouse:rate:"

const instead = "the database counts them meanwhile"

const nanosPerMilli = 1_000_000

const fallbacks = Metric.counter("gatehouse_rate_limit_fallbacks_total", {
  description: "Requests that the database counted for the rate limit because Valkey was away.",
  incremental: true
})

/**
 * Counts in Valkey or Redis, exactly, by that server's clock in whole milliseconds: 30 to 40 µs of its CPU time at every limit (measured
 * with Redis 7.0). See `TakeScript.ts`.
 *
 * While Valkey is away, does not answer in time or refuses a command, the limiter that this layer is provided with counts, which is exact
 * by itself. In a window in which both have counted, a key may so make up to twice the requests of its limit, however often they change.
 * Counting starts from zero in a server that has lost its data.
 */
export const layer: Layer.Layer<RateLimiter, never, RateLimiter | ValkeyClient> = Layer.effect(
  RateLimiter,
  Effect.gen(function*() {
    const clock = yield* Clock.Clock
    const valkey = yield* ValkeyClient
    const fallback = yield* RateLimiter
    const waits = yield* ValkeyWaits
    const millisNow = () => Number(clock.monotonicTimeNanosUnsafe()) / nanosPerMilli
    const context = yield* Effect.context()
    let awayUntil: number | null = null

    const takeGrouped = yield* makeGroupedTakes({
      failure: `Valkey does not count requests; ${instead}`,
      count: (takes) => Effect.forEach(takes, (one) => countTake(valkey, one), { concurrency: "unbounded" }),
      millisMax: waits.millisMax
    })

    const back = () => {
      if (awayUntil === null) return
      awayUntil = null
      Effect.runForkWith(context)(Effect.logInfo("Valkey counts requests again"))
    }
    const problem = valkey.problem()
    if (problem !== null) {
      awayUntil = millisNow()
      yield* Effect.logWarning(`Valkey is not there; ${instead}: ${problem}`)
    }
    valkey.onReady(back)

    return RateLimiter.of({
      take: (key, limit, windowMillis) => {
        const takeElsewhere = Effect.suspend(() => {
          fallbacks.updateUnsafe(1, context)
          return fallback.take(key, limit, windowMillis)
        })
        const away = () => {
          awayUntil = millisNow() + waits.awayRetryMillis
          return takeElsewhere
        }
        const take = takeGrouped(key, limit, windowMillis).pipe(
          Effect.tap(() => Effect.sync(back)),
          Effect.catchTag("NotCounted", away)
        )
        return Effect.suspend(() => {
          if (awayUntil === null) return take
          const now = millisNow()
          if (now < awayUntil) return takeElsewhere
          // This request finds out whether Valkey is back; the others do not wait for that.
          awayUntil = now + waits.awayRetryMillis
          return take
        })
      }
    })
  })
)

const countTake = Effect.fnUntraced(function*(valkey: ValkeyClient["Service"], take: KeyTakes) {
  const parts = ["1", `${keyPrefix}${take.key}`, `${take.wanted}`, `${take.limit}`, `${take.windowMillis}`]
  const reply = yield* Effect.catch(
    valkey.send("EVALSHA", takeScriptSha1, ...parts),
    // A server that was restarted does not know the script any more.
    (failure) => failure.message.includes("NOSCRIPT") ? valkey.send("EVAL", takeScript, ...parts) : Effect.fail(failure)
  )
  return yield* grantOf(reply)
})

const grantOf = (reply: unknown): Effect.Effect<KeyGrant, ValkeyFailure> => {
  const [granted, remaining, resetMillis] = Array.isArray(reply) ? reply.map(Number) : []
  return granted === undefined || remaining === undefined || resetMillis === undefined
    ? Effect.fail(new ValkeyFailure({ message: "The reply is none of the script." }))
    : Effect.succeed({ granted, remaining, resetMillis })
}
