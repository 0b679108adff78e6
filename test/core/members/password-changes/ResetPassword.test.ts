import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { createAccount } from "../../../../core/accounts/ManageAccounts.ts"
import { AuditLog } from "../../../../core/audit/AuditLog.ts"
import { removeMember, setMemberRole } from "../../../../core/members/administration/ManageMembers.ts"
import type { Member } from "../../../../core/members/Member.ts"
import { Members } from "../../../../core/members/Members.ts"
import { changePassword } from "../../../../core/members/password-changes/ChangePassword.ts"
import { makePasswordLink, resetLink } from "../../../../core/members/password-changes/MakePasswordLink.ts"
import { passwordLinkMinutesMax } from "../../../../core/members/password-changes/PasswordLinks.ts"
import { readPasswordLink, resetPassword } from "../../../../core/members/password-changes/ResetPassword.ts"
import { Passwords } from "../../../../core/members/passwords/Passwords.ts"
import { browserAttemptLimits, memberAttemptLimits } from "../../../../core/members/passwords/SignInAttempts.ts"
import { authenticateSession } from "../../../../core/members/sessions/AuthenticateSession.ts"
import { deviceKeyOf, makeDeviceToken } from "../../../../core/members/sessions/KnownDevice.ts"
import { signIn } from "../../../../core/members/sessions/SignIn.ts"
import { browser, hashing, inHouse, join, listActions, operator, password, tagOf, withOwner } from "../House.ts"

const next = "a heron in the reeds"
const email = "ann@example.com"
const by = ({ email, id, name }: Member) => ({ name: `${name} <${email}>`, memberId: id, address: "192.0.2.1" })
const use = (token: string, chosen = next) => resetPassword({ token, password: chosen, ...browser })

describe("a password reset link", () => {
  it(
    "signs in its member with a new password and ends all older sessions",
    inHouse(Effect.gen(function*() {
      const { accountId, ann } = yield* withOwner
      const { member: ben, token: bens } = yield* join(accountId, "member", "ben@example.com")
      const device = yield* makeDeviceToken(ann.member)
      expect(yield* deviceKeyOf(device, ann.member)).not.toBe(null)
      const made = yield* makePasswordLink({ accountId, id: ann.member.id, actor: operator })
      expect(yield* readPasswordLink(made.token)).toMatchObject({ member: { email: "Ann@example.com" } })
      // Nothing changes until the link is used.
      yield* signIn({ email, password, device: null, ...browser })
      const { member, token } = yield* use(made.token)
      expect(member).toEqual(yield* (yield* Members).findById(ann.member.id))
      expect((yield* authenticateSession(token))?.member.id).toBe(ann.member.id)
      expect(yield* authenticateSession(ann.token)).toBe(null)
      expect((yield* authenticateSession(bens))?.member.id).toBe(ben.id)
      expect(yield* deviceKeyOf(device, member)).toBe(null)
      expect(yield* tagOf(signIn({ email, password, device: null, ...browser }))).toBe("SignInRefused")
      yield* signIn({ email, password: next, device: null, ...browser })
      expect(yield* tagOf(use(made.token))).toBe("PasswordLinkNotFound")
      expect(yield* tagOf(readPasswordLink(made.token))).toBe("PasswordLinkNotFound")
    }))
  )

  it(
    "is logged when it is created and used, without its token or password",
    inHouse(Effect.gen(function*() {
      const { accountId, ann: { member } } = yield* withOwner
      const { token } = yield* makePasswordLink({ accountId, id: member.id, actor: operator })
      yield* use(token)
      const entries = yield* (yield* AuditLog).list({ accountId, limit: 9, action: "password" })
      expect(entries.map(({ action, actor, address, detail, memberId, target }) => [
        action,
        actor,
        memberId,
        target,
        detail,
        address
      ])).toEqual([
        ["password.reset", "Ann <Ann@example.com>", member.id, member.id, "", "192.0.2.1"],
        ["password.link", operator.name, null, member.id, "Ann <Ann@example.com>", ""]
      ])
      expect(JSON.stringify(entries)).not.toContain(token)
      expect(JSON.stringify(entries)).not.toContain(next)
      expect(yield* listActions(accountId)).toEqual(["set-up", "password.link", "password.reset"])
    }))
  )

  it(
    "resets the tries for the address, so a blocked member can sign in",
    inHouse(Effect.gen(function*() {
      const { accountId, ann } = yield* withOwner
      const at = (n: number) => ({ userAgent: "", address: `198.51.100.${n}` })
      for (let n = 0; n < memberAttemptLimits.freeAttempts; n++) {
        yield* Effect.ignore(signIn({ email, password: "wrong", device: null, ...at(n) }))
      }
      expect(yield* tagOf(signIn({ email, password, device: null, ...at(99) }))).toBe("TooManyAttempts")
      const { token } = yield* makePasswordLink({ accountId, id: ann.member.id, actor: operator })
      yield* use(token)
      yield* signIn({ email, password: next, device: null, ...at(99) })
    }))
  )

  it(
    "ends on expiry, with a newer link, and with a password change",
    inHouse(Effect.gen(function*() {
      const { accountId, ann } = yield* withOwner
      const make = Effect.map(makePasswordLink({ accountId, id: ann.member.id, actor: operator }), ({ token }) => token)
      const first = yield* make
      yield* TestClock.adjust(passwordLinkMinutesMax * 60_000 - 1)
      yield* readPasswordLink(first)
      yield* TestClock.adjust(1)
      expect(yield* tagOf(readPasswordLink(first))).toBe("PasswordLinkNotFound")
      expect(yield* tagOf(use(first))).toBe("PasswordLinkNotFound")
      const [second, third] = [yield* make, yield* make]
      expect(yield* tagOf(use(second))).toBe("PasswordLinkNotFound")
      const change = { member: ann.member, session: ann.session, current: password, next, address: "" }
      yield* changePassword(change)
      expect(yield* tagOf(use(third))).toBe("PasswordLinkNotFound")
      for (const wrong of ["", third.slice(1), `${third}=`, "\0".repeat(43)]) {
        expect(yield* tagOf(readPasswordLink(wrong)), wrong).toBe("PasswordLinkNotFound")
      }
    }))
  )

  it(
    "survives a weak password and a busy server",
    inHouse(Effect.gen(function*() {
      const { accountId, ann } = yield* withOwner
      const { link, token } = yield* makePasswordLink({ accountId, id: ann.member.id, actor: operator })
      expect(yield* Effect.flip(use(token, "short"))).toMatchObject({
        _tag: "InvalidMember",
        fields: { password: expect.stringContaining("at least 12") }
      })
      hashing.isBusy = true
      for (let n = 0; n <= browserAttemptLimits.freeAttempts; n++) {
        expect(yield* tagOf(use(token))).toBe("TooManyAttempts")
      }
      hashing.isBusy = false
      expect(JSON.stringify(link)).not.toContain(token)
      yield* use(token)
    }))
  )

  it(
    "is limited in hashes, however many people have it",
    inHouse(Effect.gen(function*() {
      const { accountId, ann } = yield* withOwner
      const { token } = yield* makePasswordLink({ accountId, id: ann.member.id, actor: operator })
      let hashed = 0
      const slow = { ...yield* Passwords, hash: () => Effect.andThen(Effect.sync(() => hashed++), Effect.never) }
      const results = yield* Effect.forEach(
        Array.from({ length: browserAttemptLimits.freeAttempts + 5 }),
        () =>
          Effect.forkChild(Effect.provideService(Effect.result(use(token)), Passwords, slow), {
            startImmediately: true
          })
      )
      expect(hashed).toBe(browserAttemptLimits.freeAttempts)
      const ends = yield* Effect.forEach(results.slice(browserAttemptLimits.freeAttempts), Fiber.join)
      expect(ends).toEqual(ends.map(() => expect.objectContaining({ _tag: "Failure" })))
    }))
  )

  it(
    "is created by an owner for others, not for themselves, and ends with the owner's role",
    inHouse(Effect.gen(function*() {
      const { accountId, ann } = yield* withOwner
      const { member: ben } = yield* join(accountId, "owner", "ben@example.com")
      expect(yield* tagOf(makePasswordLink({ accountId, id: ben.id, actor: by(ben) }))).toBe("OwnPasswordLinkRefused")
      const make = Effect.map(makePasswordLink({ accountId, id: ann.member.id, actor: by(ben) }), ({ token }) => token)
      const first = yield* make
      yield* setMemberRole({ accountId, id: ben.id, role: "member", actor: by(ann.member) })
      expect(yield* tagOf(use(first))).toBe("PasswordLinkNotFound")
      const second = yield* make
      yield* removeMember({ accountId, id: ben.id, actor: by(ann.member) })
      expect(yield* tagOf(use(second))).toBe("PasswordLinkNotFound")
    }))
  )

  it(
    "is not found for members of another account or removed members",
    inHouse(Effect.gen(function*() {
      const { accountId, ann } = yield* withOwner
      const { member: ben } = yield* join(accountId, "member", "ben@example.com")
      const other = yield* createAccount("another")
      expect(yield* tagOf(makePasswordLink({ accountId: other.id, id: ben.id, actor: operator }))).toBe(
        "MemberNotFound"
      )
      const { token } = yield* makePasswordLink({ accountId, id: ben.id, actor: by(ann.member) })
      yield* removeMember({ accountId, id: ben.id, actor: by(ann.member) })
      expect(yield* tagOf(use(token))).toBe("PasswordLinkNotFound")
      expect(yield* listActions(other.id)).toEqual([])
    }))
  )

  it("contains its token in the fragment, which is in no log or referrer", () => {
    expect(resetLink("https://gate.example", "TOKEN")).toBe("https://gate.example/dashboard/reset#TOKEN")
  })
})
