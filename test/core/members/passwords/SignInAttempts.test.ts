import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  addAttempt,
  type AttemptLimits,
  attemptsStoredMax,
  browserAttemptLimits,
  clockSkewMillisMax,
  deviceAttemptLimits,
  memberAttemptLimits,
  removeAttempt,
  waitMillisBeforeAttempt
} from "../../../../core/members/passwords/SignInAttempts.ts"

const begin = 1_800_000_000_000
/**
 * Limits and their maximum waits in milliseconds.
 *
 * The wait of a device is never shown, because the browser then counts as unknown.
 */
const all = [
  { name: "of a member", limits: memberAttemptLimits, waitMax: 900_000 },
  { name: "of a browser", limits: browserAttemptLimits, waitMax: 900_000 },
  { name: "of a device", limits: deviceAttemptLimits, waitMax: 86_400_000 }
]

/** Makes attempts at the given intervals. Returns the times of the attempts that did not have to wait. */
const made = (distances: ReadonlyArray<number>, limits: AttemptLimits): ReadonlyArray<number> => {
  let times: ReadonlyArray<number> = []
  let now = begin
  const through: Array<number> = []
  for (const distance of distances) {
    now += distance
    if (waitMillisBeforeAttempt(times, now, limits) > 0) continue
    times = addAttempt(times, now, limits)
    through.push(now)
  }
  return through
}

const distances = fc.array(
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60_000 }), fc.integer({ max: 3_600_000, min: 0 })),
  {
    maxLength: 200
  }
)

describe.for(all)("tries $name", ({ limits, waitMax }) => {
  it("wait no longer than the maximum and exactly as long as reported", () =>
    fc.assert(fc.property(distances, fc.nat(2 * clockSkewMillisMax), (gaps, ahead) => {
      const times = made(gaps, limits)
      const now = (times.at(-1) ?? begin) - Math.min(ahead, clockSkewMillisMax)
      const wait = waitMillisBeforeAttempt(times, now, limits)
      expect(wait).toBeGreaterThanOrEqual(0)
      expect(wait).toBeLessThanOrEqual(waitMax)
      if (wait > 0) {
        const then = now + wait
        // Attempts in the future count as now, until a clock that was slow has caught up.
        if (times.every((at) => at <= now)) {
          expect(waitMillisBeforeAttempt(times, then - 1, limits)).toBe(1)
          expect(waitMillisBeforeAttempt(times, then, limits)).toBe(0)
        }
      }
    })))

  it("stay within the limits in any distribution", () =>
    fc.assert(fc.property(distances, (gaps) => {
      const times = made(gaps, limits)
      for (const at of times) {
        const within = times.filter((other) => other <= at && other > at - limits.windowMillis).length
        const mayBe = limits.waits === "until the window has room" ? limits.freeAttempts : 110
        expect(within).toBeLessThanOrEqual(mayBe)
      }
    })))

  it("are stored as a few numbers that count in the same way", () =>
    fc.assert(fc.property(distances, (gaps) => {
      let [few, every]: Array<ReadonlyArray<number>> = [[], []]
      let now = begin
      for (const gap of gaps) {
        now += gap
        expect(waitMillisBeforeAttempt(few!, now, limits)).toBe(waitMillisBeforeAttempt(every!, now, limits))
        if (waitMillisBeforeAttempt(few!, now, limits) > 0) continue
        few = addAttempt(few!, now, limits)
        every = [...every!, now]
        expect(few.length).toBeLessThanOrEqual(attemptsStoredMax(limits))
      }
    })))

  it("can be taken back without a trace", () =>
    fc.assert(fc.property(distances, (gaps) => {
      const times = made(gaps, limits).slice(-attemptsStoredMax(limits) + 1)
      const now = times.at(-1) ?? begin
      expect(removeAttempt(addAttempt(times, now, limits), now)).toEqual(
        times.filter((at) => at > now - limits.windowMillis)
      )
      expect(removeAttempt(times, now + 1)).toEqual(times)
    })))
})

describe("clocks", () => {
  const times = Array.from({ length: 5 }, (_, n) => begin + n)

  it("that differ slightly between instances allow no more tries", () => {
    const slow = begin - clockSkewMillisMax
    expect(waitMillisBeforeAttempt(times.map((at) => at - 10), slow, memberAttemptLimits)).toBe(30_000)
    expect(addAttempt(times.map((at) => at - 10), slow, memberAttemptLimits)).toHaveLength(6)
  })

  it("that were set back block no one for a day", () => {
    expect(waitMillisBeforeAttempt(times, begin - 86_400_000, memberAttemptLimits)).toBe(0)
  })
})
