import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Seals } from "../../../core/kernel/Seals.ts"
import { type DegradedToken, writeDegradedToken } from "../../../core/shield/tokens/DegradedToken.ts"
import { readToken, writeToken } from "../../../core/shield/tokens/Token.ts"
import type { VerificationRequest } from "../../../core/shield/verification/SiteVerification.ts"
import { siteVerify } from "../../../core/shield/verification/SiteVerify.ts"
import { challenge, otherSecret, redeem, secret, solved, Switches, worldOf } from "./World.ts"

const given = <A, E, R>(body: (switches: Switches) => Effect.Effect<A, E, R>) => {
  const switches = new Switches()
  return body(switches).pipe(Effect.provide(worldOf(switches))) as Effect.Effect<A, E>
}

const verify = (token: string, more: Partial<VerificationRequest> = {}) =>
  Effect.map(
    siteVerify({ secret, token, ...more }),
    (answer) => answer.kind === "rejected" ? answer.reason : answer.kind
  )

/** Returns a degraded token, as an edge creates it. */
const edgeToken = (changed: Partial<DegradedToken> = {}) =>
  Effect.map(Seals, (seals) =>
    writeDegradedToken(seals, {
      id: new Uint8Array(16).fill(7),
      siteId: "site_one",
      host: "shop.example.com",
      issuedAt: 0,
      expiresAt: 300_000,
      cause: "edge",
      ...changed
    }))

describe("a degraded pass", () => {
  it.effect("reports only that it is degraded", () =>
    given((switches) =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* siteVerify({ secret, token: "", text: "casino" }), { kind: "degraded" })
        assert.deepStrictEqual(yield* siteVerify({ secret, token: yield* edgeToken() }), { kind: "degraded" })
        assert.deepStrictEqual(switches.counted, [
          { kind: "degraded", reason: "empty", siteId: "site_one" },
          { kind: "degraded", reason: "edge", siteId: "site_one" }
        ])
      })
    ))

  it.effect("is refused for a filled honeypot, a wrong secret or a blocked address", () =>
    given((switches) =>
      Effect.gen(function*() {
        switches.rules = [{ kind: "domain", action: "block", value: "spam.example" }]
        for (const token of ["", yield* edgeToken()]) {
          assert.strictEqual(yield* verify(token, { honeypot: "x" }), "honeypot")
          assert.strictEqual(yield* verify(token, { secret: "x" }), "invalid secret")
        }
        assert.strictEqual(yield* verify("", { email: "ann@spam.example" }), "email blocked")
        assert.strictEqual(yield* verify("", { email: "ann" }), "invalid email")
        assert.strictEqual(yield* verify(yield* edgeToken(), { email: "ann@spam.example" }), "email blocked")
      })
    ))

  it.effect("is granted once for a degraded token, to its site, on its host and in its lifetime", () =>
    given(() =>
      Effect.gen(function*() {
        const token = yield* edgeToken()
        assert.strictEqual(yield* verify(token, { secret: otherSecret }), "invalid token")
        const answers = yield* Effect.all(Array.from({ length: 100 }, () => verify(token)), {
          concurrency: "unbounded"
        })
        assert.lengthOf(answers.filter((answer) => answer === "degraded"), 1)
        assert.lengthOf(answers.filter((answer) => answer === "duplicate token"), 99)
        const host = yield* edgeToken({ host: "evil.example" })
        assert.strictEqual(yield* verify(host), "invalid hostname")
        // An edge cannot create a token with a longer lifetime.
        assert.strictEqual(yield* verify(yield* edgeToken({ expiresAt: 300_001 })), "invalid token")
        const late = yield* edgeToken({ id: new Uint8Array(16) })
        yield* TestClock.adjust("300 seconds")
        assert.strictEqual(yield* verify(late), "expired token")
      })
    ))

  it.effect("replaces an authentic token while the store is down, but negative signals still count", () =>
    given((switches) =>
      Effect.gen(function*() {
        const [{ token: one }, { token: other }] = [yield* solved(), yield* solved()]
        const seals = yield* Seals
        switches.isStoreDown = true
        assert.strictEqual(yield* verify(one), "degraded")
        assert.deepStrictEqual(switches.counted.at(-1), { kind: "degraded", reason: "store", siteId: "site_one" })
        assert.strictEqual(yield* verify(`${one.slice(0, -2)}AA`), "invalid token")
        switches.with({ scoreMin: 40 })
        assert.strictEqual(yield* verify(writeToken(seals, { ...readToken(seals, other)!, score: 39 })), "low score")
        switches.with({ degraded: "reject" })
        assert.strictEqual(yield* verify(other), "degraded token")
        switches.isStoreDown = false
        switches.with({ scoreMin: 0 })
        assert.strictEqual(yield* verify(one), "human")
      })
    ))

  it.effect("replaces a token while the account's rules cannot be read", () =>
    given((switches) =>
      Effect.gen(function*() {
        switches.areRulesAway = true
        assert.strictEqual(yield* verify((yield* solved()).token), "degraded")
        assert.strictEqual(yield* verify("", { email: "ann" }), "invalid email")
        switches.with({ degraded: "reject" })
        assert.strictEqual(yield* verify((yield* solved()).token), "degraded token")
      })
    ))

  it.effect("is consumed together with the tokens of its challenge", () =>
    given((switches) =>
      Effect.gen(function*() {
        const issued = yield* challenge()
        switches.isStoreDown = true
        const first = yield* redeem(issued)
        switches.isStoreDown = false
        const second = yield* redeem(issued)
        assert.isString(second.ticket)
        assert.strictEqual(yield* verify(first.token), "degraded")
        assert.strictEqual(yield* verify(second.token), "duplicate token")
      })
    ))

  it.effect("has a limit per minute and site if the site configures one", () =>
    given((switches) =>
      Effect.gen(function*() {
        switches.with({ degraded: "limit", degradedPerMinuteMax: 3 })
        switches.rules = [{ kind: "domain", action: "block", value: "spam.example" }]
        // A token that is rejected for its content does not use the budget.
        for (let at = 0; at < 5; at++) {
          assert.strictEqual(yield* verify("", { email: "a@spam.example" }), "email blocked")
        }
        const answers = yield* Effect.all(Array.from({ length: 20 }, () => verify("")))
        assert.lengthOf(answers.filter((answer) => answer === "degraded"), 3)
        assert.lengthOf(answers.filter((answer) => answer === "missing token"), 17)
        assert.strictEqual(yield* verify(yield* edgeToken()), "degraded token")
        assert.strictEqual(yield* verify("", { secret: otherSecret }), "degraded")
        yield* TestClock.adjust("80 seconds")
        assert.strictEqual(yield* verify(""), "degraded")
      })
    ))

  it.effect("is refused if the site rejects degraded tokens", () =>
    given((switches) =>
      Effect.gen(function*() {
        switches.with({ degraded: "reject" })
        assert.strictEqual(yield* verify(""), "missing token")
        assert.strictEqual(yield* verify(yield* edgeToken()), "degraded token")
        assert.strictEqual(yield* verify((yield* solved()).token), "human")
        assert.deepStrictEqual(
          switches.counted.filter(({ kind }) => kind === "rejected").map((event) => "reason" in event && event.reason),
          ["missing token", "degraded token"]
        )
      })
    ))
})
