import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  afterAttempt,
  disablesEndpoint,
  failingMillisMax,
  retryJitter,
  retryMillisMax,
  retryMillisMin,
  retryWindowMillis,
  type SendOutcome
} from "../../../core/webhooks/RetrySchedule.ts"
import { attemptsStoredMax, type WebhookDelivery } from "../../../core/webhooks/WebhookDelivery.ts"

const failure: SendOutcome = { status: 500, retryAfterMillis: null }
const start = Date.UTC(2026, 10, 23)
const fresh: Pick<WebhookDelivery, "attempts" | "tries" | "triesFrom"> = { attempts: [], tries: 0, triesFrom: null }

/** Makes attempts until there is no next one. Returns their times. */
const attemptTimes = (randoms: ReadonlyArray<number>, millis: number, outcome = failure): ReadonlyArray<number> => {
  const times: Array<number> = []
  let [delivery, at] = [fresh, start]
  for (;;) {
    times.push(at)
    const result = afterAttempt(
      delivery,
      { at: new Date(at), millis },
      outcome,
      randoms[times.length % randoms.length]!
    )
    if (result.nextAttemptAt === null) {
      expect(result.state).toBe("failed")
      return times
    }
    expect(result.state).toBe("pending")
    delivery = result
    at = result.nextAttemptAt.getTime()
  }
}

const randoms = fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { minLength: 1, maxLength: 30 })

describe("the retries of a delivery", () => {
  it("grow by a factor, last a day, and end with an attempt at its end", () => {
    fc.assert(fc.property(randoms, fc.integer({ min: 0, max: 15_000 }), (random, millis) => {
      const times = attemptTimes(random, millis)
      const delays = times.slice(1).map((time, at) => time - times[at]!)
      expect(times.at(-1)).toBe(start + retryWindowMillis)
      expect(times.length).toBeGreaterThan(10)
      expect(times.length).toBeLessThan(25)
      for (const [n, delay] of delays.slice(0, -1).entries()) {
        const planned = Math.min(retryMillisMin * 3 ** n, retryMillisMax)
        expect(delay).toBeGreaterThanOrEqual(planned * (1 - retryJitter) + millis)
        expect(delay).toBeLessThanOrEqual(planned * (1 + retryJitter) + millis + 1)
      }
    }))
  })

  it("end with the first success, whatever failed before", () => {
    fc.assert(fc.property(fc.integer({ min: 200, max: 299 }), fc.nat(20), (status, tries) => {
      const at = new Date(start)
      const result = afterAttempt(
        { attempts: [], tries, triesFrom: at },
        { at, millis: 3 },
        { status, retryAfterMillis: null },
        0.5
      )
      expect(result).toEqual({
        state: "delivered",
        nextAttemptAt: null,
        tries: tries + 1,
        triesFrom: at,
        attempts: [{ at, millis: 3, status, error: null }]
      })
    }))
  })

  it("wait as long as the receiver asks, at most three hours and never less than planned", () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 1e9 }), (retryAfterMillis) => {
      const at = new Date(start)
      const { nextAttemptAt } = afterAttempt(fresh, { at, millis: 0 }, { status: 429, retryAfterMillis }, 0.5)
      const expected = Math.max(retryMillisMin, Math.min(retryAfterMillis, retryMillisMax))
      expect(nextAttemptAt!.getTime() - start).toBe(expected)
    }))
  })

  it("store the status or the reason of each attempt, and only the latest attempts", () => {
    const at = new Date(start)
    const of = (outcome: SendOutcome) => afterAttempt(fresh, { at, millis: 1 }, outcome, 0).attempts[0]
    expect(of({ status: null, error: "It is down." })).toEqual({ at, millis: 1, status: null, error: "It is down." })
    expect(of({ status: 307, retryAfterMillis: null })?.error).toContain("redirects (status 307)")
    expect(of({ status: 404, retryAfterMillis: null })?.error).toBe("The endpoint answered with status 404.")
    let delivery = fresh
    for (let n = 0; n < attemptsStoredMax + 5; n++) {
      delivery = afterAttempt({ ...delivery, triesFrom: at }, { at, millis: n }, failure, 0)
    }
    expect(delivery.attempts).toHaveLength(attemptsStoredMax)
    expect(delivery.attempts[0]?.millis).toBe(5)
    expect(delivery.tries).toBe(attemptsStoredMax + 5)
  })

  it("end at once when the receiver answers 410", () => {
    const at = new Date(start)
    const result = afterAttempt(fresh, { at, millis: 1 }, { status: 410, retryAfterMillis: null }, 0)
    expect(result).toMatchObject({ state: "failed", nextAttemptAt: null })
  })
})

describe("an endpoint", () => {
  it("is disabled by the attempt at the end of a day without a success", () => {
    const times = attemptTimes([0.5], 10)
    const disabling = times.filter((at) => disablesEndpoint(failure, new Date(start), new Date(at)) !== null)
    expect(disabling).toEqual([start + retryWindowMillis])
  })

  it("is disabled by status 410, and not by a success", () => {
    const now = new Date(start + failingMillisMax)
    expect(disablesEndpoint({ status: 410, retryAfterMillis: null }, now, now)).toBe("gone")
    expect(disablesEndpoint({ status: 200, retryAfterMillis: null }, null, now)).toBe(null)
    expect(disablesEndpoint(failure, new Date(start + 1), now)).toBe(null)
    expect(disablesEndpoint({ status: null, error: "down" }, new Date(start), now)).toBe("failing")
  })
})
