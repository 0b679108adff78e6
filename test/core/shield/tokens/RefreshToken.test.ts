import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Geo } from "../../../../core/kernel/networks/Geo.ts"
import { Seals } from "../../../../core/kernel/Seals.ts"
import { buildSession } from "../../../../core/shield/tokens/IssueToken.ts"
import { refreshToken } from "../../../../core/shield/tokens/RefreshToken.ts"
import { readTicket, type Ticket, writeTicket } from "../../../../core/shield/tokens/Ticket.ts"
import { readToken } from "../../../../core/shield/tokens/Token.ts"
import { VisitorTraffic } from "../../../../core/shield/VisitorTraffic.ts"
import { address, challenge, origin, redeem, requestFrom, solved, Switches, worldOf } from "../World.ts"

const given = <A, E, R>(body: (switches: Switches) => Effect.Effect<A, E, R>) => {
  const switches = new Switches()
  return body(switches).pipe(Effect.provide(worldOf(switches))) as Effect.Effect<A, E>
}

const refresh = (ticket: string, changed: { readonly origin?: string | null; readonly address?: string } = {}) =>
  refreshToken({
    ticket,
    signals: null,
    origin: changed.origin === undefined ? origin : changed.origin,
    request: requestFrom(changed.address ?? address)
  })

const refusalOf = <A, E extends { readonly _tag: string }, R>(attempt: Effect.Effect<A, E, R>) =>
  Effect.map(
    Effect.flip(attempt),
    (failure) => "reason" in failure ? `${failure._tag} ${failure.reason as string}` : failure._tag
  )

describe("refreshToken", () => {
  it.effect("returns a token of the same ID with the usual lifetime, until the ticket expires", () =>
    given((switches) =>
      Effect.gen(function*() {
        const first = yield* solved()
        const seals = yield* Seals
        yield* TestClock.adjust("599999 millis")
        const { token, tokenSeconds } = yield* refresh(first.ticket!)
        const [before, after] = [readToken(seals, first.token)!, readToken(seals, token)!]
        assert.deepStrictEqual([...after.id], [...before.id])
        assert.strictEqual(after.expiresAt - after.issuedAt, tokenSeconds * 1_000)
        yield* TestClock.adjust("1 millis")
        assert.strictEqual(yield* refusalOf(refresh(first.ticket!)), "ProofExpired")
        assert.deepStrictEqual(switches.counted.at(-1), { kind: "refused", reason: "expired", siteId: "site_one" })
      })
    ))

  it.effect("is refused on another page and without a valid ticket", () =>
    given(() =>
      Effect.gen(function*() {
        const { ticket, token } = yield* solved()
        assert.strictEqual(
          yield* refusalOf(refresh(ticket!, { origin: "https://a.example.org" })),
          "ProofRefused hostname"
        )
        assert.strictEqual(yield* refusalOf(refresh(ticket!, { origin: null })), "SiteRefused hostname")
        const { challenge: text } = yield* challenge()
        for (const none of ["", "st1", token, text, token.replace("sh1", "st1"), `${ticket}A`, "st1.".repeat(10_000)]) {
          assert.strictEqual(yield* refusalOf(refresh(none)), "ProofRefused ticket")
        }
      })
    ))

  it.effect("accepts a ticket of an instance whose clock is ahead by at most the allowed skew", () =>
    given(() =>
      Effect.gen(function*() {
        const seals = yield* Seals
        const { ticket } = yield* solved()
        const ahead = (millis: number) =>
          writeTicket(seals, { ...readTicket(seals, ticket!)!, issuedAt: millis, expiresAt: millis + 600_000 })
        assert.isString((yield* refresh(ahead(30_000))).token)
        assert.strictEqual(yield* refusalOf(refresh(ahead(30_001))), "ProofRefused ticket")
      })
    ))
})

describe("the judged session", () => {
  const sessionFrom = (ticket: Ticket, from: string, signals: unknown, nowMillis: number) =>
    Effect.gen(function*() {
      const ports = { seals: yield* Seals, geo: yield* Geo, visitors: yield* VisitorTraffic }
      return buildSession(ports, ticket, { signals, request: requestFrom(from) }, nowMillis)
    })

  const ticketOf = (from: string) =>
    Effect.gen(function*() {
      const issued = yield* challenge({ address: from })
      yield* TestClock.adjust("2 seconds")
      const { ticket } = yield* redeem(issued, { address: from })
      return readTicket(yield* Seals, ticket!)!
    })

  it.effect("contains its origin, its duration and its pressure", () =>
    given(() =>
      Effect.gen(function*() {
        const ticket = yield* ticketOf(address)
        const session = yield* sessionFrom(ticket, address, { a: 1 }, 9_000)
        assert.deepInclude(session, { country: "NL", asn: "AS64500", solveMillis: 2_000, sinceChallengeMillis: 9_000 })
        assert.deepInclude(session, { networkChanged: false, profile: "argon2id", shapeSeen: 0, signals: { a: 1 } })
        assert.isAbove(session.pressure.address, 0)
        assert.isAbove(session.solveMillisMin, 0)
        // Reading the pressure does not increase it.
        assert.deepStrictEqual((yield* sessionFrom(ticket, address, null, 9_000)).pressure, session.pressure)
      })
    ))

  it.effect("reports a network change, at the answers or after them", () =>
    given(() =>
      Effect.gen(function*() {
        const ticket = yield* ticketOf(address)
        assert.isTrue((yield* sessionFrom(ticket, "198.51.100.1", null, 0)).networkChanged)
        assert.isTrue((yield* sessionFrom({ ...ticket, networkChanged: true }, address, null, 0)).networkChanged)
      })
    ))

  it.effect("reports how many other sessions had its shape, however often one of them asks", () =>
    given(() =>
      Effect.gen(function*() {
        const signals = { v: 1, shape: "0123456789abcdef", shapeBits: 40 }
        const [one, other] = [yield* ticketOf(address), yield* ticketOf(address)]
        const seen = (ticket: Ticket) =>
          Effect.map(sessionFrom(ticket, address, signals, 0), ({ shapeSeen }) => shapeSeen)
        assert.deepStrictEqual([yield* seen(one), yield* seen(one), yield* seen(one)], [0, 0, 0])
        assert.strictEqual(yield* seen(other), 1)
      })
    ))
})
