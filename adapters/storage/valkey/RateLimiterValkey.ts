import { Clock, Context, Effect, Layer, Metric } from "effect"
import { createHash } from "node:crypto"
import { makeRateLimitBatcher, type TakeGrant, type TakeRequest } from "../../../core/keys/RateLimitBatcher.ts"
import { RateLimiter } from "../../../core/keys/RateLimiter.ts"
import { ValkeyClient, ValkeyFailure } from "./ValkeyClient.ts"

/**
 * Maximum time until a Valkey call begins, and maximum duration of the call. After either time, the fallback counts.
 */
export const valkeyMillisMax = 250
/** Time after a failure during which the fallback counts and Valkey is not tried. */
export const outageRetryMillis = 1_000
/** Overrides both limits in tests. */
export const ValkeyTimeouts = Context.Reference<{ readonly millisMax: number; readonly outageRetryMillis: number }>(
  "gatehouse/adapters/storage/valkey/ValkeyTimeouts",
  { defaultValue: () => ({ millisMax: valkeyMillisMax, outageRetryMillis: outageRetryMillis }) }
)

/** Prefix of the limiter's keys. The server may also store other data. */
export const keyPrefix = "gatehouse:rate:"

const fallbackNote = "the database counts requests instead"

const nanosPerMilli = 1_000_000

const fallbacks = Metric.counter("gatehouse_rate_limit_fallbacks_total", {
  description: "Requests that the database counted for the rate limit because Valkey was unavailable.",
  incremental: true
})

/**
 * Rate limiter that counts exactly in Valkey or Redis. It uses the clock of that server in whole milliseconds. A check
 * takes 30 to 40 µs of the server's CPU time at every limit (measured with Redis 7.0). See `takeScript`.
 *
 * While Valkey is unavailable, slow, or refuses a command, the `RateLimiter` provided to this layer counts instead. If
 * both count in the same window, up to twice the limit of a key is accepted, no matter how often the two alternate. If
 * the Valkey server loses its data, counting starts from zero.
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
          awayUntil = millisNow() + waits.outageRetryMillis
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
          // This request checks whether Valkey responds again. Other requests do not wait for the result.
          awayUntil = now + waits.outageRetryMillis
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
    // A restarted server has lost the script.
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
 * Script that accepts up to `wanted` requests of a key. Returns the number of accepted requests, the number of requests
 * that it would still accept, and the milliseconds until the next request leaves the window.
 *
 * `KEYS[1]` is a stream with one entry for each call that accepted requests. The ID of an entry is `time-sequence`. The
 * time is the server's clock in milliseconds plus `skew`, the amount by which the clock was set back while the key was
 * counted. The sequence is twice the number of requests accepted before the entry, plus 1. The fields of the entry are
 * the number of accepted requests and the skew. The oldest and the newest entry in the window therefore yield the
 * number of requests in the window, with two lookups at every limit.
 *
 * An entry without accepted requests has an even sequence and stores a new skew. Its time is 1 ms after the newest
 * entry, because IDs must increase.
 *
 * Each new entry removes old entries, in whole nodes of the stream. The key expires when its last request leaves the
 * window.
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

/** Digest by which the server identifies the script. */
const takeScriptSha1 = createHash("sha1").update(takeScript).digest("hex")
