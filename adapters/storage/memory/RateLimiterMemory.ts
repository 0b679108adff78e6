import { Clock, Effect, Layer } from "effect"
import { SlidingWindow } from "../../../core/keys/RateLimit.ts"
import { RateLimiter } from "../../../core/keys/RateLimiter.ts"

/** Maximum number of counted keys. Idle keys are dropped first, then the key that was added first. */
export const keysCountedMax = 100_000
const nanosPerMilli = 1_000_000
/** Maximum number of windows checked for idleness when a key is added. */
const sweptAtOnce = 8

/** Rate limiter in memory. It counts exactly within one process, but processes do not share counts. */
export const layer: Layer.Layer<RateLimiter> = Layer.effect(
  RateLimiter,
  Effect.map(Clock.Clock, (clock) => {
    const windows = new Map<string, SlidingWindow>()

    const windowOf = (key: string, limit: number, windowMillis: number, now: number): SlidingWindow => {
      const window = windows.get(key)
      // A changed limit applies immediately. Requests that were already admitted count against it.
      if (window !== undefined && window.windowMillis === windowMillis) {
        if (window.limit === limit) return window
        const resized = window.resized(limit)
        windows.set(key, resized)
        return resized
      }
      let checked = 0
      for (const [other, candidate] of windows) {
        if (candidate.isIdle(now)) windows.delete(other)
        if (++checked >= sweptAtOnce) break
      }
      const [oldest] = windows.keys()
      if (oldest !== undefined && windows.size >= keysCountedMax) windows.delete(oldest)
      const fresh = new SlidingWindow(limit, windowMillis)
      windows.set(key, fresh)
      return fresh
    }

    return RateLimiter.of({
      take: (key, limit, windowMillis) =>
        Effect.sync(() => {
          // The clock is monotonic, so a correction of the system time does not lock out callers.
          const now = Number(clock.monotonicTimeNanosUnsafe()) / nanosPerMilli
          return windowOf(key, limit, windowMillis, now).take(now)
        })
    })
  })
)
