import { Clock, Context, Effect, Layer, Metric } from "effect"
import { createHash } from "node:crypto"
import { makeRateLimitBatcher, type TakeGrant, type TakeRequest } from "../../../core/keys/RateLimitBatcher.ts"
import { RateLimiter } from "../../../core/keys/RateLimiter.ts"
import { ValkeyClient, ValkeyFailure } from "./ValkeyClient.ts"

/** Maximum wait for a Valkey call to begin, and for its end; after that the fallback counts. */
export const valkeyMillisMax = 250
/** Time after a failure during which the fallback counts without another try. */
export const outageRetryMillis = 1_000
/** Overrides both limits in tests. */
export const ValkeyTimeouts = Context.Reference<{ readonly millisMax: number; readonly awayRetryMillis: number }>(
  "gatehouse/adapters/storage/valkey/ValkeyTimeouts",
  { defaultValue: () => ({ millisMax: valkeyMillisMax, awayRetryMillis: outageRetryMillis }) }
)

/** Prefix of the limiter's keys, because the server may also store other data. */
export const keyPrefix = "gatehouse:rate:"

const fallbackNote = "the database counts requests instead"

const nanosPerMilli = 1_000_000

const fallbacks = Metric.counter("gatehouse_rate_limit_fallbacks_total", {
  description: "Requests that the database counted for the rate limit because Valkey was unavailable.",
  incremental: true
})

/**
 * Counts exactly in Valkey or Redis, by that server's clock in whole milliseconds: 30 to 40 µs of its CPU time at every limit (measured
 * with Redis 7.0). See `takeScript`.
 *
 * While Valkey is unavailable, slow, or refuses a command, the limiter provided to this layer counts instead, which is exact on its own. In
 * a window counted by both, a key may therefore make up to twice the requests of its limit, however often they alternate. Counting starts
 * from zero on a server that lost its data.
 */
export const layer: Layer.Layer<RateLimiter, never, RateLimiter | ValkeyClient> = Layer.effect(
  RateLimiter,
  Effect.gen(function*() {
    const clock = yield* Clock.Clock
    const valkey = yield* ValkeyClient
    const fallback = yield* RateLimiter
    const waits = yield* ValkeyTimeouts
    const millisNow = () => Number(clock.monotonicTimeNanosUnsafe()) / nanosPerMilli
    const context = yield* Effect.context()
    let awayUntil: number | null = null

    const takeGrouped = yield* makeRateLimitBatcher({
      failure: `Valkey cannot count requests; ${fallbackNote}`,
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
      yield* Effect.logWarning(`Valkey is unavailable; ${fallbackNote}: ${problem}`)
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
          // This request checks whether Valkey is back; the others do not wait for the result.
          awayUntil = now + waits.awayRetryMillis
          return take
        })
      }
    })
  })
)

const countTake = Effect.fnUntraced(function*(valkey: ValkeyClient["Service"], take: TakeRequest) {
  const parts = ["1", `${keyPrefix}${take.key}`, `${take.wanted}`, `${take.limit}`, `${take.windowMillis}`]
  const reply = yield* Effect.catch(
    valkey.send("EVALSHA", takeScriptSha1, ...parts),
    // A restarted server no longer has the script.
    (failure) => failure.message.includes("NOSCRIPT") ? valkey.send("EVAL", takeScript, ...parts) : Effect.fail(failure)
  )
  return yield* decodeGrant(reply)
})

const decodeGrant = (reply: unknown): Effect.Effect<TakeGrant, ValkeyFailure> => {
  const [granted, remaining, resetMillis] = Array.isArray(reply) ? reply.map(Number) : []
  return granted === undefined || remaining === undefined || resetMillis === undefined
    ? Effect.fail(new ValkeyFailure({ message: "The reply does not match the script." }))
    : Effect.succeed({ granted, remaining, resetMillis })
}

/**
 * Accepts up to `wanted` requests of a key. Returns how many it accepted, how many more it would accept, and until when.
 *
 * `KEYS[1]` is a stream with one entry for each call that accepted requests. The entry's ID is `time-sequence`: the time is the server's
 * clock in milliseconds plus `skew`, the amount by which the clock was set back while the key was counted; the sequence is twice the number
 * of all requests accepted before, plus 1. Its fields are the number of accepted requests and the skew. The oldest entry in the window and
 * the newest one therefore yield the number of requests in the window: two lookups at every limit.
 *
 * An entry without accepted requests has an even sequence and stores a new skew. Its time is 1 ms after the newest entry, because IDs have
 * to increase.
 *
 * Each new entry trims old ones, by whole nodes of the stream. The key expires when its last request leaves the window.
 */
const takeScript = `
local wanted, limit, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local clock = time[1] * 1000 + math.floor(time[2] / 1000)
local whole = function(number) return string.format('%.0f', number) end
local read = function(entry)
  if not entry then return nil end
  local at, sequence = string.match(entry[1], '^(%d+)-(%d+)$')
  local fields = entry[2]
  return { at = tonumber(at), before = math.floor(sequence / 2), count = tonumber(fields[2]), skew = tonumber(fields[4]) }
end
local first_from = function(at)
  return read(redis.call('XRANGE', KEYS[1], whole(at), '+', 'COUNT', 1)[1])
end
local newest = read(redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1])
local now, skew, taken, counted, oldest = clock, 0, 0, 0, nil
if newest then
  taken = newest.before + newest.count
  skew = newest.skew
  now = clock + skew
  if now < newest.at then
    now = newest.at + 1
    skew = now - clock
  end
  oldest = first_from(now - window + 1)
  if oldest then counted = taken - oldest.before end
end
local granted = math.max(0, math.min(wanted, limit - counted))
if granted > 0 or (newest and skew > newest.skew) then
  local id = whole(now) .. '-' .. whole(2 * taken + (granted > 0 and 1 or 0))
  redis.call('XADD', KEYS[1], 'MINID', '~', whole(now - window + 1), id, 'count', whole(granted), 'skew', whole(skew))
  redis.call('PEXPIRE', KEYS[1], whole(window))
end
if counted > limit then
  -- The limit was lowered: the next request is accepted when the oldest of the newest requests, as many as the limit, has expired.
  local upper = newest.at
  while oldest.at < upper do
    local middle = math.floor((oldest.at + upper + 1) / 2)
    local probed = first_from(middle)
    if probed.before <= taken - limit then oldest = probed else upper = middle - 1 end
  end
end
local reset = 0
if counted + granted > 0 then reset = (oldest and oldest.at or now) + window - now end
return { granted, math.max(0, limit - counted - granted), reset }
`

/** Identifies the script to the server. */
const takeScriptSha1 = createHash("sha1").update(takeScript).digest("hex")
