import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { AuditLog } from "../../../../core/audit/AuditLog.ts"
import { removeMember } from "../../../../core/members/administration/ManageMembers.ts"
import { Members } from "../../../../core/members/Members.ts"
import { changePassword } from "../../../../core/members/password-changes/ChangePassword.ts"
import { Passwords } from "../../../../core/members/passwords/Passwords.ts"
import { authenticateSession } from "../../../../core/members/sessions/AuthenticateSession.ts"
import { MemberSessions } from "../../../../core/members/sessions/MemberSessions.ts"
import { refusalAuditDelayMillis, signIn } from "../../../../core/members/sessions/SignIn.ts"
import { browser, hashing, inHouse, join, listActions, operator, password, tagOf, withOwner } from "../House.ts"

const right = { email: "ann@example.com", password, device: null, ...browser }
const wrong = { ...right, password: "no such password" }
const other = (n: number) => ({ ...browser, address: `198.51.100.${n}` })

describe("signing in", () => {
  it(
    "starts a session with a new token, for any spelling of the address",
    inHouse(Effect.gen(function*() {
      const { accountId, ann } = yield* withOwner
      const tokens = new Set([ann.token])
      for (const email of ["ann@example.com", " ANN@EXAMPLE.COM ", "Ann@example.com."]) {
        const { member, session, token } = yield* signIn({ ...right, email })
        expect(member.id).toBe(ann.member.id)
        expect(session).toMatchObject({ memberId: member.id, ...browser })
        expect(yield* authenticateSession(token)).toMatchObject({ session: { id: session.id } })
        tokens.add(token)
      }
      expect(tokens.size).toBe(4)
      expect((yield* listActions(accountId)).slice(1)).toEqual(["sign-in", "sign-in", "sign-in"])
      const stored = JSON.stringify(yield* (yield* MemberSessions).list(ann.member.id))
      for (const token of tokens) expect(stored).not.toContain(token)
    }))
  )

  it(
    "fails with one message and one hash, whatever is wrong",
    inHouse(Effect.gen(function*() {
      yield* withOwner
      const recorded = new Set<string>()
      for (
        const given of [
          wrong,
          { ...wrong, email: "nobody@example.com" },
          { ...wrong, email: "\0no address" },
          {
            ...right,
            password: `${password} `
          },
          { ...wrong, password: "" },
          { ...wrong, password: "x".repeat(512) }
        ]
      ) {
        const before = hashing.verified.length
        const refused = yield* Effect.flip(signIn({ ...given, address: "203.0.113.9" }))
        expect(refused._tag, JSON.stringify(given)).toBe("SignInRefused")
        recorded.add(refused.message)
        expect(hashing.verified.length).toBe(before + 1)
      }
      expect(recorded).toEqual(new Set(["The email address or password is wrong."]))
    }))
  )

  it(
    "is logged on failure, after the response and without the password",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      yield* Effect.flip(signIn(wrong))
      yield* Effect.flip(signIn({ ...wrong, email: "nobody@example.com" }))
      expect(yield* listActions(accountId)).toEqual(["set-up"])
      yield* TestClock.adjust(refusalAuditDelayMillis)
      expect(yield* listActions(accountId)).toEqual(["set-up", "sign-in.refused"])
      const [entry] = yield* (yield* AuditLog).list({ accountId, limit: 1 })
      expect(entry).toMatchObject({
        actor: "unknown",
        memberId: null,
        target: "Ann@example.com",
        address: "192.0.2.1"
      })
      expect(JSON.stringify(entry)).not.toContain(wrong.password)
    }))
  )

  it(
    "has to wait after five failures from any addresses, even with the right password",
    inHouse(Effect.gen(function*() {
      yield* withOwner
      for (let n = 1; n <= 5; n++) expect(yield* tagOf(signIn({ ...wrong, ...other(n) }))).toBe("SignInRefused")
      const waiting = yield* Effect.flip(signIn(right))
      expect(waiting).toMatchObject({ _tag: "TooManyAttempts", retryAfterSeconds: 30 })
      expect(waiting.message).toBe("Too many attempts. Wait 30 seconds, then try again.")
      yield* TestClock.adjust(29_999)
      expect(yield* Effect.flip(signIn(right))).toMatchObject({ retryAfterSeconds: 1 })
      expect(hashing.verified).toHaveLength(5)
      yield* TestClock.adjust(1)
      yield* signIn(right)
      // The sign-in has cleared all earlier attempts.
      for (let n = 1; n <= 5; n++) expect(yield* tagOf(signIn({ ...wrong, ...other(n) }))).toBe("SignInRefused")
    }))
  )

  it(
    "does not reveal by its waits whether a member exists",
    inHouse(Effect.gen(function*() {
      yield* withOwner
      const answers = (email: string) =>
        Effect.forEach(Array.from({ length: 9 }), (_, n) =>
          Effect.gen(function*() {
            const refused = yield* Effect.flip(signIn({ ...wrong, email, ...other(n) }))
            yield* TestClock.adjust(n * 7_000)
            return JSON.stringify(refused)
          }))
      const known = yield* answers("ann@example.com")
      expect(yield* answers("nobody@example.com")).toEqual(known)
      expect(new Set(known).size).toBeGreaterThan(2)
    }))
  )

  it(
    "has to wait after thirty failures from one browser or one IPv6 network, for any member",
    inHouse(Effect.gen(function*() {
      yield* withOwner
      const from = (address: string) =>
        Effect.gen(function*() {
          for (let n = 0; n < 30; n++) {
            const email = `member${n}@example.com`
            const at = address.replace("*", String(n))
            expect(yield* tagOf(signIn({ ...wrong, email, address: at })), `${n}`).toBe("SignInRefused")
          }
          expect(yield* Effect.flip(signIn({ ...right, address: address.replace("*", "99") })))
            .toMatchObject({ _tag: "TooManyAttempts", retryAfterSeconds: 900 })
        })
      yield* from("192.0.2.1")
      yield* from("2001:db8::*")
      yield* signIn({ ...right, address: "2001:db8:0:1::1" })
      yield* TestClock.adjust("15 minutes")
      yield* signIn(right)
    }))
  )

  it(
    "as one member does not reset the tries for other members",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      yield* join(accountId, "reviewer", "eve@example.com")
      const eve = { ...right, email: "eve@example.com" }
      let tried = 0
      for (let n = 0; n < 40; n++) {
        yield* Effect.ignore(signIn(eve))
        const refused = yield* Effect.flip(signIn({ ...wrong, email: `member${n}@example.com` }))
        if (refused._tag === "SignInRefused") tried++
      }
      expect(tried).toBe(30)
    }))
  )

  it(
    "is not counted if the server had no time to check",
    inHouse(Effect.gen(function*() {
      yield* withOwner
      hashing.isBusy = true
      for (let n = 0; n < 40; n++) {
        expect(yield* Effect.flip(signIn(right))).toMatchObject({ _tag: "TooManyAttempts", retryAfterSeconds: 5 })
      }
      hashing.isBusy = false
      yield* signIn(right)
    }))
  )

  it(
    "leaves no session if the password is changed or the member is removed during the check",
    inHouse(Effect.gen(function*() {
      const { accountId, ann } = yield* withOwner
      const ben = yield* join(accountId, "member", "ben@example.com")
      const passwords = yield* Passwords
      const during = (work: Effect.Effect<unknown, unknown, any>, email: string) =>
        signIn({ ...right, email }).pipe(
          Effect.provideService(Passwords, {
            ...passwords,
            verify: (typed, hash) =>
              Effect.tap(passwords.verify(typed, hash), () => Effect.orDie(work) as Effect.Effect<void>)
          })
        )
      const changed = changePassword({
        member: ann.member,
        session: ann.session,
        current: password,
        next: "another goose up there",
        address: ""
      }).pipe(Effect.provideService(Passwords, passwords))
      expect(yield* tagOf(during(changed, "ann@example.com"))).toBe("SignInRefused")
      const sessions = yield* MemberSessions
      expect((yield* sessions.list(ann.member.id)).map(({ id }) => id)).toEqual([ann.session.id])
      const removed = removeMember({ accountId, id: ben.member.id, actor: operator })
      expect(yield* tagOf(during(removed, "ben@example.com"))).toBe("SignInRefused")
      expect(yield* sessions.list(ben.member.id)).toEqual([])
      expect(yield* (yield* Members).findById(ben.member.id)).toBe(null)
    }))
  )
})
