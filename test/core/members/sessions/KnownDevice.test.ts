import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as SealsNode from "../../../../adapters/crypto/SealsNode.ts"
import { Seals } from "../../../../core/kernel/Seals.ts"
import { Secrets } from "../../../../core/kernel/Secrets.ts"
import { removeMember } from "../../../../core/members/administration/ManageMembers.ts"
import { changePassword } from "../../../../core/members/password-changes/ChangePassword.ts"
import {
  clockSkewMillisMax,
  deviceAttemptLimits,
  memberAttemptLimits
} from "../../../../core/members/passwords/SignInAttempts.ts"
import {
  deviceDaysMax,
  deviceKeyOf,
  deviceTokenCharsMax,
  makeDeviceToken
} from "../../../../core/members/sessions/KnownDevice.ts"
import { signIn } from "../../../../core/members/sessions/SignIn.ts"
import { runs } from "../../../support/TestRun.ts"
import { browser, hashing, inHouse, join, operator, password, ringKey, tagOf, withOwner } from "../House.ts"

const minuteMillis = 60_000
const dayMillis = 86_400_000
const ann = { email: "ann@example.com", password, ...browser }
const wrong = { ...ann, password: "no such password" }
const stranger = (n: number) => ({ ...wrong, device: null, address: `198.51.100.${n % 250}` })
/** Makes failed attempts from unknown devices, until every unknown device has to wait. */
const lockOut = Effect.gen(function*() {
  for (let n = 0; n < memberAttemptLimits.freeAttempts; n++) yield* Effect.flip(signIn(stranger(n)))
  expect(yield* tagOf(signIn({ ...ann, device: null, address: "203.0.113.1" }))).toBe("TooManyAttempts")
})

describe("a device token", () => {
  it(
    "is accepted for its own member only",
    inHouse(Effect.gen(function*() {
      const { accountId, ann: owner } = yield* withOwner
      const ben = yield* join(accountId, "member", "ben@example.com")
      const token = yield* makeDeviceToken(owner.member)
      expect(yield* deviceKeyOf(token, owner.member)).toMatch(/^[0-9a-f]{64}$/)
      expect(yield* deviceKeyOf(token, ben.member)).toBe(null)
      expect(yield* deviceKeyOf(token, null)).toBe(null)
      expect(yield* deviceKeyOf(null, owner.member)).toBe(null)
      // If the same password is set again, its new salt invalidates the token.
      expect(yield* deviceKeyOf(token, { ...owner.member, passwordHash: "salted anew" })).toBe(null)
      expect(yield* deviceKeyOf(token, { ...owner.member, emailKey: "ben@example.com" })).toBe(null)
    }))
  )

  it(
    "is unique, counted separately and anonymous",
    inHouse(Effect.gen(function*() {
      const { ann: { member } } = yield* withOwner
      const tokens = yield* Effect.all([makeDeviceToken(member), makeDeviceToken(member)])
      const keys = yield* Effect.forEach(tokens, (token) => deviceKeyOf(token, member))
      expect(new Set([...tokens, ...keys]).size).toBe(4)
      for (const token of tokens) {
        expect(token.length).toBeLessThanOrEqual(deviceTokenCharsMax)
        const text = token.split(".").map((part) => Buffer.from(part, "base64url").toString("latin1")).join()
        for (const secret of [member.email, member.emailKey, member.id, member.passwordHash, member.name]) {
          expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
        }
      }
    }))
  )

  it(
    "is invalid if one character changed, or if it was signed for another purpose or by another server",
    inHouse(Effect.gen(function*() {
      const { ann: { member } } = yield* withOwner
      const token = yield* makeDeviceToken(member)
      const changed = [...token].map((char, at) =>
        `${token.slice(0, at)}${char === "A" ? "B" : "A"}${token.slice(at + 1)}`
      )
      for (const forged of [...changed, "", `${token}A`, token.slice(0, -1), `${token}.`, "A".repeat(1_000)]) {
        expect(yield* deviceKeyOf(forged, member), forged).toBe(null)
      }
      const body = new Uint8Array(Buffer.from(token.split(".")[2]!, "base64url"))
      const seals = yield* Seals
      expect(yield* deviceKeyOf(seals.sign("device", "gd1", body), member)).not.toBe(null)
      for (const longer of [body.slice(1), new Uint8Array([...body, 0]), new Uint8Array()]) {
        expect(yield* deviceKeyOf(seals.sign("device", "gd1", longer), member)).toBe(null)
      }
      expect(yield* deviceKeyOf(seals.sign("degraded", "gd1", body), member)).toBe(null)
      expect(yield* deviceKeyOf(seals.seal("device", "gd1", body), member)).toBe(null)
      const elsewhere = SealsNode.layerFixed([{ ...ringKey, secret: new Uint8Array(32).fill(8) }])
        .pipe(Layer.provide(Layer.succeed(Secrets, yield* Secrets)))
      expect(yield* deviceKeyOf(token, member).pipe(Effect.provide(elsewhere))).toBe(null)
    }))
  )

  it(
    "is valid for a limited number of days and not before its time",
    inHouse(Effect.gen(function*() {
      const { ann: { member } } = yield* withOwner
      const begin = 1_800_000_000_000
      const token = yield* makeDeviceToken(member)
      const isKnownAt = Effect.fnUntraced(function*(at: number) {
        yield* TestClock.setTime(at)
        return (yield* deviceKeyOf(token, member)) !== null
      })
      expect(yield* isKnownAt(begin + deviceDaysMax * dayMillis - 1)).toBe(true)
      expect(yield* isKnownAt(begin + deviceDaysMax * dayMillis)).toBe(false)
      expect(yield* isKnownAt(begin - clockSkewMillisMax)).toBe(true)
      expect(yield* isKnownAt(begin - clockSkewMillisMax - 1)).toBe(false)
    }))
  )
})

describe("a member's own browser", () => {
  it(
    "is admitted while strangers fail deliberately, even from its own network",
    inHouse(Effect.gen(function*() {
      const { ann: { member } } = yield* withOwner
      const device = yield* makeDeviceToken(member)
      yield* lockOut
      expect((yield* signIn({ ...ann, device })).member.id).toBe(member.id)
      for (let n = 0; n < 40; n++) {
        yield* Effect.flip(signIn({ ...wrong, device: null, email: `x${n}@example.com` }))
      }
      expect(yield* tagOf(signIn({ ...ann, device: null }))).toBe("TooManyAttempts")
      expect((yield* signIn({ ...ann, device })).member.id).toBe(member.id)
      // The member's sign-in from the known device does not lift the limit for unknown devices.
      expect(yield* tagOf(signIn({ ...ann, device: null, address: "203.0.113.1" }))).toBe("TooManyAttempts")
    }))
  )

  it(
    "counts as a stranger without a valid cookie of this member",
    inHouse(Effect.gen(function*() {
      const { accountId, ann: { member } } = yield* withOwner
      const ben = yield* join(accountId, "member", "ben@example.com")
      yield* lockOut
      const own = yield* makeDeviceToken(member)
      for (const device of [yield* makeDeviceToken(ben.member), `${own.slice(0, -4)}AAAA`, "gd1.k1..", ""]) {
        expect(yield* tagOf(signIn({ ...ann, device })), device).toBe("TooManyAttempts")
      }
      expect(hashing.verified).toHaveLength(memberAttemptLimits.freeAttempts)
    }))
  )

  it(
    "counts as a stranger after a password change until the next sign-in, and if the member was removed and added again",
    inHouse(Effect.gen(function*() {
      const { accountId, ann: owner } = yield* withOwner
      const before = yield* makeDeviceToken(owner.member)
      const next = "another goose up there"
      const wanted = { member: owner.member, session: owner.session, current: password, next, address: "" }
      const changed = yield* changePassword(wanted)
      yield* lockOut
      const now = { ...ann, password: next }
      expect(yield* tagOf(signIn({ ...now, device: before }))).toBe("TooManyAttempts")
      expect((yield* signIn({ ...now, device: yield* makeDeviceToken(changed) })).member.id).toBe(owner.member.id)

      const ben = yield* join(accountId, "member", "ben@example.com")
      const bens = yield* makeDeviceToken(ben.member)
      yield* removeMember({ accountId, id: ben.member.id, actor: operator })
      expect(yield* deviceKeyOf(bens, null)).toBe(null)
    }))
  )

  it(
    "counts as a stranger after too many failures, until they are a day old",
    inHouse(Effect.gen(function*() {
      const { ann: { member } } = yield* withOwner
      const device = yield* makeDeviceToken(member)
      yield* lockOut
      for (let n = 0; n < deviceAttemptLimits.freeAttempts; n++) {
        expect(yield* tagOf(signIn({ ...wrong, device }))).toBe("SignInRefused")
      }
      expect(yield* tagOf(signIn({ ...ann, device }))).toBe("TooManyAttempts")
      // Another browser of the same member is not affected.
      expect((yield* signIn({ ...ann, device: yield* makeDeviceToken(member) })).member.id).toBe(member.id)
      yield* TestClock.adjust(deviceAttemptLimits.windowMillis)
      yield* lockOut
      expect((yield* signIn({ ...ann, device })).member.id).toBe(member.id)
    }))
  )

  it(
    "has no failure counted if the server lacked the time to check",
    inHouse(Effect.gen(function*() {
      const { ann: { member } } = yield* withOwner
      const device = yield* makeDeviceToken(member)
      hashing.isBusy = true
      for (let n = 0; n < 2 * deviceAttemptLimits.freeAttempts; n++) {
        expect(yield* tagOf(signIn({ ...ann, device }))).toBe("TooManyAttempts")
      }
      hashing.isBusy = false
      yield* lockOut
      expect((yield* signIn({ ...ann, device })).member.id).toBe(member.id)
    }))
  )
})

describe("a thief of a device token", () => {
  /**
   * Returns the number of guesses that are checked in two days, with one attempt per minute.
   *
   * The attempts come from 250 addresses in turn.
   */
  const guesses = (device: string | null, eachHour: Effect.Effect<unknown, unknown, any>) =>
    Effect.gen(function*() {
      let looked = 0
      for (let minute = 0; minute < 2 * 24 * 60; minute++) {
        if (minute % 60 === 0) yield* eachHour
        const { _tag } = yield* Effect.flip(signIn({ ...stranger(minute), device }))
        if (_tag === "SignInRefused") looked++
        yield* TestClock.adjust(minuteMillis)
      }
      return looked
    })

  it("has ten tries a day more than strangers, even while the member signs in with another device", async () => {
    const looked: Array<number> = []
    for (const kind of ["none", "stolen", "stolen, with another in use"]) {
      await inHouse(Effect.gen(function*() {
        const { ann: { member } } = yield* withOwner
        const device = kind === "none" ? null : yield* makeDeviceToken(member)
        const other = yield* makeDeviceToken(member)
        looked.push(yield* guesses(device, kind === "stolen" ? Effect.void : signIn({ ...ann, device: other })))
      }))()
    }
    const [strangers, thief, beside] = looked
    expect(strangers).toBeGreaterThan(100)
    expect(thief! - strangers!).toBeGreaterThan(0)
    expect(thief! - strangers!).toBeLessThanOrEqual(2 * deviceAttemptLimits.freeAttempts)
    expect(beside).toBe(thief)
  })

  it(
    "has no additional tries if the member signs in with the same token",
    inHouse(Effect.gen(function*() {
      const { ann: { member } } = yield* withOwner
      const device = yield* makeDeviceToken(member)
      for (let n = 1; n < deviceAttemptLimits.freeAttempts; n++) yield* Effect.flip(signIn({ ...wrong, device }))
      yield* signIn({ ...ann, device })
      yield* lockOut
      expect(yield* tagOf(signIn({ ...wrong, device }))).toBe("SignInRefused")
      expect(yield* tagOf(signIn({ ...wrong, device }))).toBe("TooManyAttempts")
    }))
  )
})

it("a member's browser with fewer than ten failures in a day can sign in, whatever failures others cause", () => {
  const event = fc.record({
    by: fc.constantFrom("device", "stranger", "forger", "other member"),
    isRight: fc.boolean(),
    gap: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: minuteMillis }), fc.integer({ min: 0, max: dayMillis / 4 }))
  })
  return fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 80 }), (events) =>
      inHouse(Effect.gen(function*() {
        const { accountId, ann: { member } } = yield* withOwner
        const own = yield* makeDeviceToken(member)
        const others = yield* makeDeviceToken((yield* join(accountId, "member", "ben@example.com")).member)
        const devices = { device: own, stranger: null, forger: `${own.slice(0, -4)}AAAA`, "other member": others }
        let failed: Array<number> = []
        let now = 1_800_000_000_000
        for (const { by, gap, isRight } of events) {
          now += gap
          yield* TestClock.adjust(gap)
          failed = failed.filter((at) => at > now - deviceAttemptLimits.windowMillis)
          // All attempts come from one address, and this network must not block a known device.
          const tried = { ...(isRight && (by === "device" || by === "stranger") ? ann : wrong), device: devices[by] }
          const outcome = yield* Effect.result(signIn(tried))
          if (by !== "device" || failed.length >= deviceAttemptLimits.freeAttempts) continue
          expect(outcome._tag === "Success" ? "in" : outcome.failure._tag).toBe(isRight ? "in" : "SignInRefused")
          if (!isRight) failed.push(now)
        }
      }))()),
    runs(20)
  )
})
