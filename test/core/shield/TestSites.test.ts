import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { testSecret } from "../../../core/shield/TestSites.ts"
import { isDegradedText } from "../../../core/shield/tokens/DegradedToken.ts"
import { siteVerify } from "../../../core/shield/verification/SiteVerify.ts"
import { challenge, countersOf, redeem, secret, solved, Switches, worldOf } from "./World.ts"

const given = <A, E, R>(body: (switches: Switches) => Effect.Effect<A, E, R>) => {
  const switches = new Switches()
  return body(switches).pipe(Effect.provide(worldOf(switches))) as Effect.Effect<A, E>
}

const answerTo = (kind: string, origin = "http://localhost:3000") =>
  Effect.flatMap(
    solved({ siteKey: `gh_site_test_${kind}`, origin }),
    ({ token }) => siteVerify({ secret: testSecret, token })
  )

describe("test keys", () => {
  it.effect("have the outcome in their name, on every host, and are not counted", () =>
    given((switches) =>
      Effect.gen(function*() {
        assert.deepInclude(yield* answerTo("pass"), { kind: "human", score: 100 })
        assert.deepInclude(yield* answerTo("pass", "null"), { kind: "human" })
        assert.deepInclude(yield* answerTo("bot"), { kind: "human", score: 10 })
        assert.deepStrictEqual(yield* answerTo("fail"), { kind: "rejected", reason: "invalid token" })
        assert.deepStrictEqual(yield* answerTo("degraded"), { kind: "degraded" })
        assert.deepStrictEqual(yield* siteVerify({ secret: testSecret, token: "" }), { kind: "degraded" })
        assert.deepStrictEqual(switches.counted, [])
      })
    ))

  it.effect("are handled like real ones: answers are checked and tokens are used once", () =>
    given(() =>
      Effect.gen(function*() {
        const issued = yield* challenge({ siteKey: "gh_site_test_pass" })
        const wrong = redeem(issued, { counters: countersOf(issued).map((counter) => counter + 1) })
        assert.strictEqual((yield* Effect.flip(wrong))._tag, "ProofRefused")
        const { token } = yield* solved({ siteKey: "gh_site_test_pass" })
        assert.strictEqual((yield* siteVerify({ secret: testSecret, token })).kind, "human")
        assert.deepInclude(yield* siteVerify({ secret: testSecret, token }), { reason: "duplicate token" })
      })
    ))

  it.effect("delay the challenge of the timeout key by four seconds", () =>
    given(() =>
      Effect.gen(function*() {
        const fiber = yield* Effect.forkChild(challenge({ siteKey: "gh_site_test_timeout" }))
        yield* TestClock.adjust("3999 millis")
        assert.isUndefined(fiber.pollUnsafe())
        yield* TestClock.adjust("1 millis")
        assert.isString((yield* Fiber.join(fiber)).challenge)
      })
    ))

  it.effect("do not work with real secrets, and real tokens do not work with test secrets", () =>
    given(() =>
      Effect.gen(function*() {
        for (const kind of ["pass", "bot", "degraded"]) {
          const { token } = yield* solved({ siteKey: `gh_site_test_${kind}` })
          assert.strictEqual(isDegradedText(token), kind === "degraded")
          assert.deepStrictEqual(yield* siteVerify({ secret, token }), { kind: "rejected", reason: "invalid token" })
        }
        const { token } = yield* solved()
        const invalid = { kind: "rejected", reason: "invalid token" } as const
        assert.deepStrictEqual(yield* siteVerify({ secret: testSecret, token }), invalid)
        assert.strictEqual((yield* siteVerify({ secret, token })).kind, "human")
      })
    ))

  it.effect("are exactly the documented five", () =>
    given(() =>
      Effect.gen(function*() {
        for (const siteKey of ["gh_site_test_", "gh_site_test_other", "test_pass", "gh_site_test_pass2"]) {
          assert.strictEqual((yield* Effect.flip(challenge({ siteKey })))._tag, "SiteRefused")
        }
      })
    ))
})
