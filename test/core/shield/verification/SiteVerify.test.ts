import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Seals } from "../../../../core/kernel/Seals.ts"
import { tokenSecondsMax } from "../../../../core/shield/ShieldTimes.ts"
import { refreshToken } from "../../../../core/shield/tokens/RefreshToken.ts"
import { readToken, writeToken } from "../../../../core/shield/tokens/Token.ts"
import type { VerificationRequest } from "../../../../core/shield/verification/SiteVerification.ts"
import { siteVerify } from "../../../../core/shield/verification/SiteVerify.ts"
import {
  address,
  olderSecret,
  origin,
  otherSecret,
  requestFrom,
  secret,
  siteKey,
  solved,
  Switches,
  worldOf
} from "../World.ts"

const given = <A, E, R>(body: (switches: Switches) => Effect.Effect<A, E, R>) => {
  const switches = new Switches()
  return body(switches).pipe(Effect.provide(worldOf(switches))) as Effect.Effect<A, E>
}

/** Verifies a token. Returns the kind of the response, or the reason for a rejection. */
const verify = (token: string, more: Partial<VerificationRequest> = {}) =>
  Effect.map(
    siteVerify({ secret, token, ...more }),
    (answer) => answer.kind === "rejected" ? answer.reason : answer.kind
  )

/** Verifies a new honest token with these parameters. */
const verifyNew = (more: Partial<VerificationRequest> = {}, address?: string) =>
  Effect.flatMap(solved(address === undefined ? {} : { address }), ({ token }) => verify(token, more))

describe("siteVerify", () => {
  it.effect("reports a person, the host and the reasons", () =>
    given((switches) =>
      Effect.gen(function*() {
        const { token } = yield* solved()
        const question = { secret, token, email: "ann@example.com", text: "Do you sell casino chips?", honeypot: "" }
        const { score, ...answer } = (yield* siteVerify(question)) as { score: number }
        assert.isTrue(Number.isInteger(score) && score >= 0 && score <= 100)
        assert.deepStrictEqual(answer, {
          kind: "human",
          geo: { country: "NL", asn: "AS64500" },
          spamScore: 0.99,
          language: "en"
        })
        assert.deepStrictEqual(switches.counted.at(-1), { kind: "human", score, country: "NL", siteId: "site_one" })
      })
    ))

  it.effect("omits unknown, disabled and missing fields", () =>
    given((switches) =>
      Effect.gen(function*() {
        const ask = (from: string, text?: string) =>
          Effect.flatMap(solved({ address: from }), ({ token }) => siteVerify({ secret, token, text }))
        assert.deepInclude(yield* ask("198.51.100.1"), { geo: null, spamScore: null, language: null })
        assert.deepInclude(yield* ask("192.0.2.99", " \n "), { geo: null, spamScore: null })
        assert.deepInclude(yield* ask("2001:db8::1", "Short"), { geo: null, spamScore: 0.01, language: null })
        switches.with({ spamDetection: false })
        assert.deepInclude(yield* ask(address, "Do you sell chips?"), { spamScore: null, language: null })
      })
    ))

  it.effect("checks the honeypot, then the secret, then the token", () =>
    given((switches) =>
      Effect.gen(function*() {
        assert.strictEqual(yield* verify("", { honeypot: "x" }), "honeypot")
        assert.strictEqual(yield* verify("", { honeypot: " ", secret: "wrong" }), "honeypot")
        assert.strictEqual(yield* verifyNew({ honeypot: "x" }), "honeypot")
        assert.strictEqual(yield* verify("", { secret: "wrong" }), "invalid secret")
        assert.strictEqual(yield* verifyNew({ secret: "wrong" }), "invalid secret")
        const words = switches.counted.map((event) => "reason" in event ? event.reason : event.kind)
        assert.deepStrictEqual(words.filter((word) => word === "honeypot"), ["honeypot", "honeypot"])
        assert.notInclude(words, "invalid secret")
      })
    ))

  it.effect("gives the same response to every wrong secret", () =>
    given(() =>
      Effect.gen(function*() {
        const { token } = yield* solved()
        const guesses = [
          "",
          " ",
          "gh_secret_",
          secret.slice(0, -1),
          `${secret}x`,
          secret.toUpperCase(),
          siteKey,
          "x".repeat(200)
        ]
        for (const guess of guesses) {
          assert.deepStrictEqual(yield* siteVerify({ secret: guess, token }), {
            kind: "rejected",
            reason: "invalid secret"
          })
        }
        // None of the verifications above has consumed the token.
        assert.strictEqual(yield* verify(token), "human")
      })
    ))

  it.effect("accepts both live secrets of a site", () =>
    given(() =>
      Effect.gen(function*() {
        assert.strictEqual(yield* verifyNew({ secret: olderSecret }), "human")
        assert.strictEqual(yield* verifyNew({ secret }), "human")
      })
    ))

  it.effect("accepts a token once, even among a hundred concurrent requests", () =>
    given((switches) =>
      Effect.gen(function*() {
        const { token } = yield* solved()
        const answers = yield* Effect.all(Array.from({ length: 100 }, () => verify(token)), {
          concurrency: "unbounded"
        })
        assert.lengthOf(answers.filter((answer) => answer === "human"), 1)
        assert.lengthOf(answers.filter((answer) => answer === "duplicate token"), 99)
        assert.lengthOf(switches.counted.filter(({ kind }) => kind === "human"), 1)
      })
    ))

  it.effect("accepts one of all the tokens of a ticket, however late they arrive", () =>
    given(() =>
      Effect.gen(function*() {
        const { ticket, token } = yield* solved()
        const fresh = (change: { readonly address?: string } = {}) =>
          refreshToken({ ticket: ticket!, signals: {}, origin, request: requestFrom(change.address ?? address) })
        const renewed = yield* fresh()
        assert.notStrictEqual(renewed.token, token)
        assert.strictEqual(yield* verify(renewed.token), "human")
        assert.strictEqual(yield* verify(token), "duplicate token")
        yield* TestClock.adjust("599 seconds")
        const last = yield* fresh({ address: "198.51.100.1" })
        yield* TestClock.adjust("299 seconds")
        assert.strictEqual(yield* verify(last.token), "duplicate token")
        assert.strictEqual((yield* Effect.flip(fresh()))._tag, "ProofExpired")
      })
    ))

  it.effect("uses the address of the newest request", () =>
    given((switches) =>
      Effect.gen(function*() {
        switches.rules = [{ kind: "cidr", action: "block", value: "198.51.100.0/24" }]
        const { ticket } = yield* solved()
        const { token } = yield* refreshToken({
          ticket: ticket!,
          signals: {},
          origin,
          request: requestFrom("198.51.100.1")
        })
        assert.strictEqual(yield* verify(token), "ip blocked")
      })
    ))

  it.effect("refuses tokens of another site, and of a host name that the site has removed", () =>
    given((switches) =>
      Effect.gen(function*() {
        assert.strictEqual(yield* verifyNew({ secret: otherSecret }), "invalid token")
        const { token } = yield* solved()
        switches.hostnames = ["www.example.com"]
        assert.strictEqual(yield* verify(token), "invalid hostname")
        assert.deepStrictEqual(switches.counted.at(-1), {
          kind: "rejected",
          reason: "invalid hostname",
          siteId: "site_one"
        })
      })
    ))

  it.effect("refuses a token exactly at its expiry, and one from the future", () =>
    given(() =>
      Effect.gen(function*() {
        const [{ token: one }, { token: other }] = [yield* solved(), yield* solved()]
        const seals = yield* Seals
        const ahead = (millis: number, token: string) =>
          writeToken(seals, {
            ...readToken(seals, token)!,
            issuedAt: millis,
            expiresAt: millis + tokenSecondsMax * 1_000
          })
        assert.strictEqual(yield* verify(ahead(30_001, one)), "invalid token")
        assert.strictEqual(yield* verify(ahead(30_000, (yield* solved()).token)), "human")
        yield* TestClock.adjust(tokenSecondsMax * 1_000 - 1)
        assert.strictEqual(yield* verify(one), "human")
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* verify(other), "expired token")
        assert.strictEqual(yield* verify(one), "expired token")
      })
    ))

  it.effect("rejects a score below the site's minimum, but not the minimum itself", () =>
    given((switches) =>
      Effect.gen(function*() {
        const seals = yield* Seals
        const scored = (score: number) =>
          Effect.map(solved(), ({ token }) => writeToken(seals, { ...readToken(seals, token)!, score }))
        assert.strictEqual(yield* verify(yield* scored(0)), "human")
        switches.with({ scoreMin: 40 })
        assert.strictEqual(yield* verify(yield* scored(39)), "low score")
        assert.strictEqual(yield* verify(yield* scored(40)), "human")
      })
    ))

  it.effect("applies the account's address rules, if the site enables them", () =>
    given((switches) =>
      Effect.gen(function*() {
        switches.rules = [{ kind: "domain", action: "block", value: "spam.example" }]
        const blocked = { email: "ann@mail.spam.example" }
        assert.strictEqual(yield* verifyNew(blocked), "email blocked")
        assert.strictEqual(yield* verifyNew({ email: "ann" }), "invalid email")
        assert.strictEqual(yield* verifyNew({ email: "  " }), "human")
        assert.strictEqual(yield* verifyNew({ email: "ann@throwaway.example" }), "human")
        switches.with({ disposableEmails: "reject" })
        assert.strictEqual(yield* verifyNew({ email: "ann@throwaway.example" }), "disposable email")
        assert.strictEqual(yield* verifyNew(blocked), "email blocked")
        switches.with({ emailRules: false })
        assert.strictEqual(yield* verifyNew(blocked), "human")
        assert.strictEqual(yield* verifyNew({ email: "ann" }), "human")
        assert.strictEqual(yield* verifyNew({ email: "ann@throwaway.example" }), "disposable email")
      })
    ))

  it.effect("applies the account's visitor rules, if the site enables them", () =>
    given((switches) =>
      Effect.gen(function*() {
        switches.rules = [
          { kind: "cidr", action: "block", value: "2001:db8::/32" },
          { kind: "country", action: "block", value: "NL" },
          { kind: "cidr", action: "allow", value: "192.0.2.8/32" }
        ]
        assert.strictEqual(yield* verifyNew({}, "2001:db8:1::1"), "ip blocked")
        assert.strictEqual(yield* verifyNew(), "country blocked")
        assert.strictEqual(yield* verifyNew({}, "192.0.2.8"), "human")
        assert.strictEqual(yield* verifyNew({}, "::ffff:192.0.2.7"), "country blocked")
        assert.strictEqual(yield* verifyNew({}, "no address"), "human")
        switches.with({ ipRules: false })
        assert.strictEqual(yield* verifyNew(), "human")
      })
    ))
})
