import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { removeMember, setMemberRole } from "../../../core/members/administration/ManageMembers.ts"
import { Members } from "../../../core/members/Members.ts"
import { changePassword } from "../../../core/members/password-changes/ChangePassword.ts"
import { authenticateSession } from "../../../core/members/sessions/AuthenticateSession.ts"
import {
  revokeOtherSessions,
  revokeSession,
  signOut,
  signOutMember
} from "../../../core/members/sessions/EndSessions.ts"
import {
  isSessionActive,
  sessionIdleMillisMax,
  sessionMillisMax
} from "../../../core/members/sessions/MemberSession.ts"
import { MemberSessions } from "../../../core/members/sessions/MemberSessions.ts"
import { signIn } from "../../../core/members/sessions/SignIn.ts"
import { browser, inHouse, join, listActions, operator, password, tagOf, withOwner } from "./House.ts"

const again = (email = "ann@example.com") => signIn({ email, password, device: null, ...browser })
const alive = (token: string) => Effect.map(authenticateSession(token), (found) => found !== null)

describe("a session", () => {
  it(
    "ends after 12 hours without a request",
    inHouse(Effect.gen(function*() {
      const { ann } = yield* withOwner
      for (let n = 0; n < 3; n++) {
        yield* TestClock.adjust(12 * 3_600_000 - 1)
        expect(yield* alive(ann.token)).toBe(true)
      }
      yield* TestClock.adjust(12 * 3_600_000)
      expect(yield* alive(ann.token)).toBe(false)
    }))
  )

  it(
    "ends 7 days after its start at the latest",
    inHouse(Effect.gen(function*() {
      const { ann } = yield* withOwner
      for (let hours = 6; hours < 7 * 24; hours += 6) {
        yield* TestClock.adjust("6 hours")
        expect(yield* alive(ann.token), `${hours} hours`).toBe(true)
      }
      yield* TestClock.adjust(6 * 3_600_000 - 1)
      expect(yield* alive(ann.token)).toBe(true)
      yield* TestClock.adjust(1)
      expect(yield* alive(ann.token)).toBe(false)
    }))
  )

  it("is live exactly within its limits, whatever its row contains", () => {
    const times = fc.record({
      created: fc.integer({ min: -sessionMillisMax * 2, max: 0 }),
      idle: fc.integer({ min: 0, max: sessionIdleMillisMax * 2 }),
      left: fc.integer({ min: -sessionMillisMax, max: sessionMillisMax * 9 })
    })
    fc.assert(fc.property(times, ({ created, idle, left }) => {
      const now = 1_800_000_000_000
      const session = {
        createdAt: new Date(now + created),
        lastSeenAt: new Date(now - idle),
        expiresAt: new Date(now + left)
      }
      expect(isSessionActive(session, now)).toBe(-created < sessionMillisMax && idle < sessionIdleMillisMax && left > 0)
    }))
  })

  it(
    "updates its last-seen time, and its member's, at most once a minute",
    inHouse(Effect.gen(function*() {
      const { ann } = yield* withOwner
      const seen = Effect.gen(function*() {
        yield* authenticateSession(ann.token)
        const [session] = yield* (yield* MemberSessions).list(ann.member.id)
        const member = yield* (yield* Members).findById(ann.member.id)
        return [session!.lastSeenAt.getTime(), member!.lastSeenAt!.getTime()].map((at) => at - 1_800_000_000_000)
      })
      yield* TestClock.adjust(59_999)
      expect(yield* seen).toEqual([0, 0])
      yield* TestClock.adjust(1)
      expect(yield* seen).toEqual([60_000, 60_000])
      yield* TestClock.adjust(59_999)
      expect(yield* seen).toEqual([60_000, 60_000])
    }))
  )

  it(
    "stores 200 characters of its user agent and 64 of its address",
    inHouse(Effect.gen(function*() {
      yield* withOwner
      const long = { userAgent: "u".repeat(300), address: "9".repeat(100) }
      const { session } = yield* signIn({ email: "ann@example.com", password, device: null, ...long })
      expect([session.userAgent, session.address]).toEqual(["u".repeat(200), "9".repeat(64)])
    }))
  )

  it(
    "is accessible only by its token",
    inHouse(Effect.gen(function*() {
      const { ann } = yield* withOwner
      const { digest, id } = ann.session
      for (
        const wrong of ["", digest, id, ann.token.slice(1), `${ann.token}A`, `${ann.token}\0`, ann.token.toLowerCase()]
      ) {
        expect(yield* authenticateSession(wrong), wrong).toBe(null)
      }
      expect(yield* alive(ann.token)).toBe(true)
    }))
  )

  it(
    "is one of at most 20, and the one idle the longest ends first",
    inHouse(Effect.gen(function*() {
      const { ann } = yield* withOwner
      const tokens = [ann.token]
      while (tokens.length < 20) {
        yield* TestClock.adjust("1 minute")
        tokens.push((yield* again()).token)
      }
      yield* TestClock.adjust("1 minute")
      expect(yield* alive(tokens[0]!)).toBe(true)
      const last = yield* again()
      expect(yield* alive(tokens[0]!)).toBe(true)
      expect(yield* alive(tokens[1]!)).toBe(false)
      expect(yield* alive(last.token)).toBe(true)
      expect(yield* (yield* MemberSessions).list(ann.member.id)).toHaveLength(20)
    }))
  )

  it(
    "can be ended by its member, alone or with the others, and by no other member",
    inHouse(Effect.gen(function*() {
      const { accountId, ann } = yield* withOwner
      const ben = yield* join(accountId, "member", "ben@example.com")
      const [second, third] = [yield* again(), yield* again()]
      const own = { member: ann.member, address: "192.0.2.7" }
      expect(yield* tagOf(revokeSession({ member: ben.member, address: "", id: ann.session.id }))).toBe(
        "SessionNotFound"
      )
      yield* revokeSession({ ...own, id: second.session.id })
      expect(yield* tagOf(revokeSession({ ...own, id: second.session.id }))).toBe("SessionNotFound")
      expect(yield* alive(second.token)).toBe(false)
      expect(yield* revokeOtherSessions({ ...own, session: third.session })).toBe(1)
      expect(yield* revokeOtherSessions({ ...own, session: third.session })).toBe(0)
      expect([yield* alive(ann.token), yield* alive(third.token), yield* alive(ben.token)]).toEqual([false, true, true])
      yield* signOut(third.session)
      yield* signOut(third.session)
      expect(yield* alive(third.token)).toBe(false)
      expect((yield* listActions(accountId)).filter((action) => /session|out/.test(action)))
        .toEqual(["session.revoke", "session.revoke", "sign-out"])
      expect(yield* signOutMember({ accountId, id: ben.member.id, actor: operator })).toBe(1)
      expect(yield* alive(ben.token)).toBe(false)
      expect(yield* tagOf(signOutMember({ accountId: "acc_x", id: ben.member.id, actor: operator }))).toBe(
        "MemberNotFound"
      )
    }))
  )

  it(
    "ends with its member and has its member's current role",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      const ben = yield* join(accountId, "member", "ben@example.com")
      yield* setMemberRole({ accountId, id: ben.member.id, role: "reviewer", actor: operator })
      expect((yield* authenticateSession(ben.token))?.member.role).toBe("reviewer")
      yield* removeMember({ accountId, id: ben.member.id, actor: operator })
      expect(yield* alive(ben.token)).toBe(false)
    }))
  )

  it(
    "survives a password change that it makes, which ends all other sessions",
    inHouse(Effect.gen(function*() {
      const { accountId, ann } = yield* withOwner
      const other = yield* again()
      const change = (current: string, next: string) =>
        changePassword({ member: ann.member, session: ann.session, current, next, address: "192.0.2.1" })
      expect(yield* Effect.flip(change("wrong", "a goose on the next roof"))).toMatchObject({
        _tag: "InvalidMember",
        fields: { current: "The current password is wrong." }
      })
      expect(yield* Effect.flip(change(password, "short"))).toMatchObject({ fields: { next: expect.any(String) } })
      expect(yield* alive(other.token)).toBe(true)
      yield* change(password, "a goose on the next roof")
      expect([yield* alive(ann.token), yield* alive(other.token)]).toEqual([true, false])
      expect(yield* tagOf(again())).toBe("SignInRefused")
      yield* signIn({ email: "ann@example.com", password: "a goose on the next roof", device: null, ...browser })
      for (let n = 0; n < 5; n++) yield* Effect.flip(change("wrong", "a goose on the next roof"))
      expect(yield* tagOf(change("a goose on the next roof", password))).toBe("TooManyAttempts")
      expect(yield* listActions(accountId)).toEqual(["set-up", "sign-in", "password.change", "sign-in"])
    }))
  )
})
