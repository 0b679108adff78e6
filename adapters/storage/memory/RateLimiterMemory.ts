import { Clock, Effect, Layer } from "effect"
import { SlidingWindow } from "../../../core/keys/RateLimit.ts"
import { RateLimiter } from "../../../core/keys/RateLimiter.ts"

/** Maximum number of counted keys; idle keys are dropped first, then the one used least recently. */
export const keysCountedMax = 100_000
const nanosPerMilli = 1_000_000
/** Number of windows checked for each new key, to drop idle ones. */
const sweptAtOnce = 8

/** Exact within one process. */
export const layer: Layer.Layer<RateLimiter> = Layer.effect(
  RateLimiter,
  Effect.map(Clock.Clock, (clock) => {
    const windows = new Map<string, SlidingWindow>()

    const windowOf = (key: string, limit: number, windowMillis: number, now: number): SlidingWindow => {
      const window = windows.get(key)
      // A changed limit applies immediately, and requests admitted before count against it.
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
          // A monotonic clock, so that a correction of the system time locks out no caller.
          const now = Number(clock.monotonicTimeNanosUnsafe()) / nanosPerMilli
          return windowOf(key, limit, windowMillis, now).take(now)
        })
    })
  })
)
