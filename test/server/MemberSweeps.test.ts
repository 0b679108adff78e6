import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import { auditDaysDefault } from "../../core/audit/AuditEntry.ts"
import { AuditLog } from "../../core/audit/AuditLog.ts"
import { runMaintenance } from "../../core/maintenance/RunMaintenance.ts"
import { inviteMember } from "../../core/members/administration/ManageInvitations.ts"
import { invitationDaysMax, Invitations } from "../../core/members/Invitations.ts"
import { makePasswordLink } from "../../core/members/password-changes/MakePasswordLink.ts"
import { passwordLinkMinutesMax, PasswordLinks } from "../../core/members/password-changes/PasswordLinks.ts"
import { authenticateSession } from "../../core/members/sessions/AuthenticateSession.ts"
import { MemberSessions } from "../../core/members/sessions/MemberSessions.ts"
import { signIn } from "../../core/members/sessions/SignIn.ts"
import { browser, inHouse, operator, withOwner } from "../core/members/House.ts"

it(
  "expired data of members is swept: sessions, invitations, failed tries, and the audit log after a year",
  inHouse(Effect.gen(function*() {
    const startMillis = yield* Clock.currentTimeMillis
    const { accountId, ann } = yield* withOwner
    yield* inviteMember({ accountId, role: "member", email: null, actor: operator })
    const wrong = { email: "ann@example.com", password: "wrong", device: null, ...browser }
    for (let n = 0; n < 6; n++) yield* Effect.ignore(signIn(wrong))
    /**
     * Returns the numbers of sessions, invitations and audit entries after a server has run for a second.
     *
     * The server's clock starts `hours` after the start of the test.
     */
    const leftAfter = Effect.fnUntraced(function*(hours: number) {
      yield* TestClock.setTime(startMillis + hours * 3_600_000)
      const server = yield* Effect.forkChild(runMaintenance(30))
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(server)
      return [
        (yield* (yield* MemberSessions).list(ann.member.id)).length,
        (yield* (yield* Invitations).list(accountId)).length,
        yield* (yield* AuditLog).count(accountId)
      ]
    })
    expect(yield* leftAfter(11)).toEqual([1, 1, 7])
    yield* authenticateSession(ann.token)
    expect(yield* leftAfter(22.9)).toEqual([1, 1, 7])
    expect(yield* Effect.result(signIn(wrong))).toMatchObject({ failure: { _tag: "SignInRefused" } })
    expect(yield* leftAfter(23.2)).toEqual([0, 1, 8])
    expect(yield* leftAfter(invitationDaysMax * 24 + 0.2)).toEqual([0, 0, 8])
    expect(yield* leftAfter(auditDaysDefault * 24)).toEqual([0, 0, 8])
    expect(yield* leftAfter(auditDaysDefault * 24 + 1)).toEqual([0, 0, 1])
  }))
)

it(
  "an unused password reset link is swept soon after it expires",
  inHouse(Effect.gen(function*() {
    const { accountId, ann } = yield* withOwner
    const { link } = yield* makePasswordLink({ accountId, id: ann.member.id, actor: operator })
    const leftAfter = Effect.fnUntraced(function*(minutes: number) {
      yield* TestClock.adjust(`${minutes} minutes`)
      const server = yield* Effect.forkChild(runMaintenance(30))
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(server)
      return yield* (yield* PasswordLinks).find(link.digest)
    })
    expect(yield* leftAfter(passwordLinkMinutesMax)).toEqual(link)
    expect(yield* leftAfter(10)).toBe(null)
  }))
)
