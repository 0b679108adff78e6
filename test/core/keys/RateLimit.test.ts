import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { rateWindowMillis, retryAfterSecondsOf, SlidingWindow } from "../../../core/keys/RateLimit.ts"
import { runs } from "../../support/TestRun.ts"

/** Generates intervals between requests, from bursts to pauses longer than a window. */
const schedule = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(0, 0, 0, 1, 100, 999, 1_000, 1_001) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 5_000 }) },
    { weight: 1, arbitrary: fc.constantFrom(30_000, 59_999, 60_000, 60_001) }
  ),
  { minLength: 60, maxLength: 400 }
)

/** Reference rule: counts the accepted times that are within the window. */
const counted = (accepted: ReadonlyArray<number>, now: number): number =>
  accepted.filter((at) => at + rateWindowMillis > now).length

describe("60 requests in any 60 seconds", () => {
  it("are never exceeded in any window, and no request below the limit is refused", () => {
    fc.assert(
      fc.property(schedule, (steps) => {
        const window = new SlidingWindow(60, rateWindowMillis)
        const accepted: Array<number> = []
        let now = 0
        for (const step of steps) {
          now += step
          const before = counted(accepted, now)
          const { allowed, remaining } = window.take(now)
          expect(allowed).toBe(before < 60)
          if (allowed) accepted.push(now)
          expect(remaining).toBe(60 - counted(accepted, now))
        }
        accepted.forEach((at, index) => {
          const beyond = accepted[index + 60]
          if (beyond !== undefined) expect(beyond - at).toBeGreaterThanOrEqual(rateWindowMillis)
        })
      }),
      runs(200)
    )
  })

  it("admit a client after exactly the reported wait, and not a millisecond earlier", () => {
    fc.assert(
      fc.property(schedule, (steps) => {
        const window = new SlidingWindow(60, rateWindowMillis)
        let now = 0
        for (const step of steps) {
          now += step
          const refused = window.take(now)
          if (refused.allowed) continue
          expect(refused.resetMillis).toBeGreaterThan(0)
          expect(window.take(now + refused.resetMillis - 1).allowed).toBe(false)
          expect(window.take(now + refused.resetMillis).allowed).toBe(true)
          return
        }
      }),
      runs(150)
    )
  })

  it("never refuse one request per second", () => {
    const window = new SlidingWindow(60, rateWindowMillis)
    for (let second = 0; second < 3_600; second++) expect(window.take(second * 1_000).allowed).toBe(true)
  })

  it("treat a clock that goes back as if it stood still", () => {
    const clock = fc.array(fc.oneof(fc.integer({ min: -70_000, max: 5_000 }), fc.integer({ min: 0, max: 70_000 })), {
      maxLength: 100
    })
    fc.assert(fc.property(fc.integer({ min: 1, max: 60 }), clock, (limit, steps) => {
      const window = new SlidingWindow(limit, rateWindowMillis)
      const accepted: Array<number> = []
      let now = 1_000_000
      for (const step of steps) {
        now += step
        const at = Math.max(now, accepted.at(-1) ?? now)
        expect(window.isIdle(now)).toBe(counted(accepted, now) === 0)
        const allowed = counted(accepted, at) < limit
        if (allowed) accepted.push(at)
        const inWindow = accepted.filter((time) => time + rateWindowMillis > at)
        expect(window.take(now)).toEqual({
          allowed,
          limit,
          remaining: limit - inWindow.length,
          resetMillis: inWindow[0]! + rateWindowMillis - at
        })
      }
      accepted.forEach((first, index) => {
        const beyond = accepted[index + limit]
        if (beyond !== undefined) expect(beyond - first).toBeGreaterThanOrEqual(rateWindowMillis)
      })
    }))
  })
})

describe("a changed limit", () => {
  it("counts every accepted request, whatever the limit was", () => {
    const changes = fc.array(
      fc.record({
        pause: fc.constantFrom(0, 0, 0, 1, 20_000, rateWindowMillis - 1, rateWindowMillis),
        limit: fc.integer({ min: 1, max: 12 }),
        count: fc.integer({ min: 1, max: 8 })
      }),
      { maxLength: 30 }
    )
    fc.assert(fc.property(changes, (steps) => {
      let window = new SlidingWindow(5, rateWindowMillis)
      let accepted: ReadonlyArray<number> = []
      let now = 0
      for (const { count, limit, pause } of steps) {
        now += pause
        window = window.resized(limit)
        for (let at = 0; at < count; at++) {
          accepted = accepted.filter((time) => time + rateWindowMillis > now)
          const allowed = accepted.length < limit
          if (allowed) accepted = [...accepted, now]
          expect(window.take(now)).toEqual({
            allowed,
            limit,
            remaining: Math.max(0, limit - accepted.length),
            resetMillis: accepted[Math.max(0, accepted.length - limit)]! + rateWindowMillis - now
          })
        }
      }
    }))
  })

  it("is idle only after its window", () => {
    const window = new SlidingWindow(2, rateWindowMillis)
    window.take(10)
    expect([window.isIdle(10 + rateWindowMillis - 1), window.isIdle(10 + rateWindowMillis)]).toEqual([false, true])
  })
})

it.each([[0, 1], [1, 1], [1_000, 1], [1_001, 2], [59_000, 59], [59_001, 60], [60_000, 60]])(
  "reports a wait of %i ms as %i whole seconds",
  (millis, seconds) => {
    expect(retryAfterSecondsOf(millis)).toBe(seconds)
  }
)
