import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Seals } from "../../../../core/kernel/Seals.ts"
import { readChallenge, writeChallenge } from "../../../../core/shield/challenges/Challenge.ts"
import { challengeSecondsMax, clockSkewSecondsMax } from "../../../../core/shield/ShieldTimes.ts"
import { isDegradedText } from "../../../../core/shield/tokens/DegradedToken.ts"
import { readTicket } from "../../../../core/shield/tokens/Ticket.ts"
import { readToken } from "../../../../core/shield/tokens/Token.ts"
import { challenge, countersOf, otherSiteKey, redeem, solved, Switches, worldOf } from "../World.ts"

const given = <A, E, R>(body: (switches: Switches) => Effect.Effect<A, E, R>) => {
  const switches = new Switches()
  return body(switches).pipe(Effect.provide(worldOf(switches))) as Effect.Effect<A, E>
}

const whyOf = (failure: { readonly _tag: string }): string =>
  "reason" in failure ? `${failure._tag} ${failure.reason as string}` : failure._tag

const refusalOf = <A, E extends { readonly _tag: string }, R>(attempt: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(attempt), whyOf)

describe("issueChallenge", () => {
  it.effect("binds the requested site, the host and the time", () =>
    given(() =>
      Effect.gen(function*() {
        yield* TestClock.setTime(1_800_000_000_000)
        const issued = yield* challenge({ origin: "https://a.example.org:8443" })
        const read = readChallenge(yield* Seals, issued.challenge)!
        assert.deepInclude(read, {
          siteId: "site_one",
          host: "a.example.org",
          issuedAt: 1_800_000_000_000,
          puzzles: 16
        })
        assert.deepInclude(read, { expiresAt: 1_800_000_120_000, profile: "argon2id", bits: 4 })
        assert.deepStrictEqual([...read.id], [...issued.seed])
        assert.strictEqual(issued.seed.length, 16)
      })
    ))

  it.effect("is refused for an unknown key, and on a page that the site does not list", () =>
    given((switches) =>
      Effect.gen(function*() {
        assert.strictEqual(yield* refusalOf(challenge({ siteKey: "gh_site_x" })), "SiteRefused site-key")
        assert.strictEqual(
          yield* refusalOf(challenge({ siteKey: `${otherSiteKey.slice(0, -1)}x` })),
          "SiteRefused site-key"
        )
        assert.deepStrictEqual(switches.counted, [])
        assert.strictEqual(yield* refusalOf(challenge({ origin: "https://evil.example" })), "SiteRefused hostname")
        assert.strictEqual(yield* refusalOf(challenge({ origin: "null" })), "SiteRefused hostname")
        // Refusals are counted, so a host name that the owner forgot appears in the site's statistics.
        const refused = { kind: "refused", reason: "hostname", siteId: "site_one" } as const
        assert.deepStrictEqual(switches.counted, [refused, refused])
      })
    ))

  it.effect("increases the work after many requests", () =>
    given(() =>
      Effect.gen(function*() {
        const first = yield* challenge()
        for (let at = 0; at < 40; at++) yield* challenge()
        const later = yield* challenge()
        assert.isAbove(later.puzzles * 2 ** later.bits, first.puzzles * 2 ** first.bits)
        const elsewhere = yield* challenge({ address: "198.51.100.1" })
        assert.strictEqual(elsewhere.puzzles, first.puzzles)
      })
    ))
})

describe("redeemChallenge", () => {
  it.effect("returns a token and a ticket with the challenge's ID", () =>
    given((switches) =>
      Effect.gen(function*() {
        const issued = yield* challenge()
        yield* TestClock.adjust("700 millis")
        const { ticket, token, ...times } = yield* redeem(issued)
        assert.deepStrictEqual(times, { tokenSeconds: 300, ticketSeconds: 600 })
        const seals = yield* Seals
        const [heldTicket, heldToken] = [readTicket(seals, ticket!)!, readToken(seals, token)!]
        assert.deepStrictEqual([...heldToken.id], [...issued.seed])
        assert.deepStrictEqual([...heldTicket.id], [...issued.seed])
        assert.deepInclude(heldTicket, { solveMillis: 700, siteId: "site_one", networkChanged: false })
        assert.deepInclude(heldToken, { issuedAt: 700, expiresAt: 300_700, host: "shop.example.com" })
        assert.deepStrictEqual(switches.counted.map(({ kind }) => kind), ["issued", "solved"])
      })
    ))

  it.effect("refuses answers that are too few, repeated, half right, out of range or from another challenge", () =>
    given((switches) =>
      Effect.gen(function*() {
        const attempt = (change: (counters: Array<number>) => ReadonlyArray<unknown>) =>
          Effect.flatMap(challenge(), (issued) => refusalOf(redeem(issued, { counters: change(countersOf(issued)) })))
        const wrongShape = [
          (right: Array<number>) => right.slice(1),
          (right: Array<number>) => [...right, 1],
          () => [],
          (right: Array<number>) => [-1, ...right.slice(1)],
          (right: Array<number>) => [0.5, ...right.slice(1)],
          (right: Array<number>) => [2 ** 31, ...right.slice(1)],
          (right: Array<number>) => [Number.NaN, ...right.slice(1)],
          (right: Array<number>) => [String(right[0]), ...right.slice(1)],
          (right: Array<number>) => [null, ...right.slice(1)]
        ]
        for (const change of wrongShape) assert.strictEqual(yield* attempt(change), "ProofRefused counters")
        assert.strictEqual(yield* attempt((right) => right.map(() => right[0])), "ProofRefused answers")
        assert.strictEqual(yield* attempt((right) => right.toReversed()), "ProofRefused answers")
        const earlier = countersOf(yield* challenge())
        assert.strictEqual(yield* attempt(() => earlier), "ProofRefused answers")
        const words = new Set(switches.counted.map((event) => event.kind === "refused" ? event.reason : event.kind))
        assert.deepStrictEqual([...words].toSorted(), ["answers", "counters", "issued"])
      })
    ))

  it.effect("detects most visitors who solve half of the puzzles, by a random sample", () =>
    given((switches) =>
      Effect.gen(function*() {
        let passed = 0
        for (let at = 0; at < 200; at++) {
          const issued = yield* challenge({ address: `198.51.${at}.1` })
          const half = countersOf(issued).map((counter, index) => index % 2 === 0 ? counter : counter + 1)
          if ((yield* Effect.exit(redeem(issued, { counters: half })))._tag === "Success") passed++
        }
        // 6 of 28 pairs are right, so 43 of 200 challenges pass on average.
        // 100 would pass if one answer were checked, and none if all answers were checked.
        assert.isBelow(passed, 100)
        assert.isAbove(passed, 0)
        assert.isAbove(new Set(switches.checked.map((indices) => indices.join())).size, 20)
        for (const indices of switches.checked) assert.lengthOf(new Set(indices), 2)
      })
    ))

  it.effect("checks every answer of the sha256 profile", () =>
    given((switches) =>
      Effect.gen(function*() {
        yield* solved({ profile: "sha256" })
        assert.deepStrictEqual(switches.checked, [Array.from({ length: 16 }, (_, index) => index)])
      })
    ))

  it.effect("accepts one of a hundred concurrent requests, and no second guess", () =>
    given((switches) =>
      Effect.gen(function*() {
        const issued = yield* challenge()
        const exits = yield* Effect.all(Array.from({ length: 100 }, () => Effect.result(redeem(issued))), {
          concurrency: "unbounded"
        })
        assert.lengthOf(exits.filter(({ _tag }) => _tag === "Success"), 1)
        assert.lengthOf(switches.counted.filter((event) => event.kind === "refused" && event.reason === "used"), 99)
        const guessed = yield* challenge()
        yield* Effect.flip(redeem(guessed, { counters: countersOf(guessed).map((counter) => counter + 1) }))
        assert.strictEqual(yield* refusalOf(redeem(guessed)), "ChallengeUsed")
      })
    ))

  it.effect("ends exactly at its expiry", () =>
    given(() =>
      Effect.gen(function*() {
        const [one, other] = [yield* challenge(), yield* challenge()]
        yield* TestClock.adjust(challengeSecondsMax * 1_000 - 1)
        assert.isString((yield* redeem(one)).ticket)
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* refusalOf(redeem(other)), "ProofExpired")
      })
    ))

  it.effect("accepts a challenge of an instance whose clock is ahead by at most the allowed skew", () =>
    given(() =>
      Effect.gen(function*() {
        const issued = yield* challenge()
        const seals = yield* Seals
        const read = readChallenge(seals, issued.challenge)!
        const ahead = (millis: number) =>
          writeChallenge(seals, { ...read, issuedAt: millis, expiresAt: millis + challengeSecondsMax * 1_000 })
        const tooFar = clockSkewSecondsMax * 1_000 + 1
        assert.strictEqual(
          yield* refusalOf(redeem(issued, { challenge: ahead(tooFar) })),
          "ProofRefused challenge"
        )
        const { ticket } = yield* redeem(issued, { challenge: ahead(tooFar - 1) })
        assert.strictEqual(readTicket(seals, ticket!)!.solveMillis, 0)
      })
    ))

  it.effect("is bound to the page", () =>
    given(() =>
      Effect.gen(function*() {
        const issued = yield* challenge()
        // The site lists this host, but another host requested the challenge.
        assert.strictEqual(
          yield* refusalOf(redeem(issued, { origin: "https://a.example.org" })),
          "ProofRefused hostname"
        )
        for (const origin of [null, "null", "file://", "https://"]) {
          assert.strictEqual(yield* refusalOf(redeem(issued, { origin })), "SiteRefused hostname")
        }
        assert.isString((yield* redeem(issued)).ticket)
      })
    ))

  it.effect("marks answers from another network", () =>
    given(() =>
      Effect.gen(function*() {
        const seals = yield* Seals
        const near = yield* redeem(yield* challenge(), { address: "192.0.2.200" })
        const far = yield* redeem(yield* challenge(), { address: "198.51.100.1" })
        assert.isFalse(readTicket(seals, near.ticket!)!.networkChanged)
        assert.isTrue(readTicket(seals, far.ticket!)!.networkChanged)
      })
    ))

  it.effect("returns a degraded token if the store is down, and still refuses wrong answers", () =>
    given((switches) =>
      Effect.gen(function*() {
        switches.isStoreDown = true
        const withoutStore = yield* solved()
        assert.isTrue(isDegradedText(withoutStore.token))
        assert.deepInclude(withoutStore, { ticket: null, ticketSeconds: 0 })
        const issued = yield* challenge()
        const wrong = redeem(issued, { counters: countersOf(issued).map((counter) => counter + 1) })
        assert.strictEqual(yield* refusalOf(wrong), "ProofRefused answers")
        switches.isStoreDown = false
        switches.arePuzzlesBusy = true
        assert.isTrue(isDegradedText((yield* solved()).token))
      })
    ))
})
