import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { RateLimiter } from "../../core/keys/RateLimiter.ts"
import { rounds } from "../support/TestRun.ts"
import { Limiters, rateLimiters } from "./RateLimiters.ts"

const limit = 20
const windowMillis = 40
/** Tolerance for a store that counts in whole milliseconds, by a clock that differs from this process's. */
const toleranceMillis = 2
/** Concurrent requests per server. */
const callers = 6

/** A request and its decision, which the store made between `sentAt` and `receivedAt`. */
interface Decided {
  readonly sentAt: number
  readonly receivedAt: number
  readonly allowed: boolean
}

/** Sends requests for one key on every server without a pause, until `count` requests are accepted. */
const hammer = Effect.fnUntraced(function*(servers: ReadonlyArray<RateLimiter["Service"]>, count: number) {
  const key = randomUUID()
  const decided: Array<Decided> = []
  let accepted = 0
  const caller = Effect.fnUntraced(function*(server: RateLimiter["Service"]) {
    while (accepted < count) {
      const sentAt = performance.now()
      const { allowed } = yield* server.take(key, limit, windowMillis)
      decided.push({ sentAt, receivedAt: performance.now(), allowed })
      if (allowed) accepted++
    }
  })
  yield* Effect.all(servers.flatMap((server) => Array.from({ length: callers }, () => caller(server))), {
    concurrency: "unbounded"
  })
  return decided
})

const isInside = (from: number, to: number) => ({ receivedAt, sentAt }: Decided) => sentAt >= from && receivedAt < to

const mayOverlap = (from: number, to: number) => ({ receivedAt, sentAt }: Decided) => receivedAt > from && sentAt < to

for (const { layer, name, tags } of rateLimiters.filter(({ clock }) => clock === "server")) {
  describe(`RateLimiter of three servers on ${name}`, { tags: [...tags] }, () => {
    it("accepts no more than the limit in any window of real time and refuses nothing below it", () =>
      Effect.gen(function*() {
        const { servers } = yield* Limiters
        const decided = yield* hammer(servers, rounds(`windows of three servers on ${name}`, 10, 200) * limit)
        const accepted = decided.filter(({ allowed }) => allowed)
        for (const { sentAt } of accepted) {
          const surely = accepted.filter(isInside(sentAt, sentAt + windowMillis - toleranceMillis))
          expect(surely.length).toBeLessThanOrEqual(limit)
        }
        for (const { receivedAt, sentAt } of decided.filter(({ allowed }) => !allowed)) {
          const possibly = accepted.filter(mayOverlap(sentAt - windowMillis - toleranceMillis, receivedAt))
          expect(possibly.length).toBeGreaterThanOrEqual(limit)
        }
      }).pipe(Effect.provide(layer), Effect.runPromise))
  })
}
