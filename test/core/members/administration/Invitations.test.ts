import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { createAccount, operatorAccountId } from "../../../../core/accounts/ManageAccounts.ts"
import { AuditLog } from "../../../../core/audit/AuditLog.ts"
import { acceptInvitation } from "../../../../core/members/administration/AcceptInvitation.ts"
import {
  inviteMember,
  joinLink,
  makeSetUpLink,
  readInvitation,
  withdrawInvitation
} from "../../../../core/members/administration/ManageInvitations.ts"
import {
  listMembers,
  removeMember,
  renameMember,
  setMemberRole
} from "../../../../core/members/administration/ManageMembers.ts"
import {
  invitationDaysMax,
  Invitations,
  invitationsMax,
  setUpMinutesMax
} from "../../../../core/members/Invitations.ts"
import { Members } from "../../../../core/members/Members.ts"
import { authenticateSession } from "../../../../core/members/sessions/AuthenticateSession.ts"
import { browser, hashing, inHouse, join, listActions, operator, password, tagOf, withOwner } from "../House.ts"

const given = { name: "Ben", email: "ben@example.com", password, ...browser }

describe("the setup link", () => {
  it(
    "creates the first owner, once, and is refused if an owner exists",
    inHouse(Effect.gen(function*() {
      expect(yield* operatorAccountId).toBe(null)
      const { id } = yield* createAccount("default")
      yield* createAccount("another")
      expect(yield* operatorAccountId).toBe(id)
      const [first, second] = [(yield* makeSetUpLink(id))!, (yield* makeSetUpLink(id))!]
      expect(first).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect(yield* readInvitation(first)).toMatchObject({
        accountName: "default",
        isFirstRun: true,
        role: "owner",
        email: null
      })
      const { member, token } = yield* acceptInvitation({ ...given, token: second })
      expect(member).toMatchObject({ accountId: id, role: "owner", name: "Ben", emailKey: "ben@example.com" })
      expect((yield* authenticateSession(token))?.member.id).toBe(member.id)
      for (const used of [first, second]) {
        expect(yield* tagOf(readInvitation(used))).toBe("InvitationNotFound")
        expect(yield* tagOf(acceptInvitation({ ...given, email: "eve@example.com", token: used }))).toBe(
          "InvitationNotFound"
        )
      }
      expect(yield* makeSetUpLink(id)).toBe(null)
      expect((yield* listMembers(id)).invitations).toEqual([])
      expect(yield* listActions(id)).toEqual(["set-up"])
    }))
  )

  it(
    "is valid for half an hour",
    inHouse(Effect.gen(function*() {
      const { id } = yield* createAccount("default")
      const token = (yield* makeSetUpLink(id))!
      yield* TestClock.adjust(setUpMinutesMax * 60_000 - 1)
      yield* readInvitation(token)
      yield* TestClock.adjust(1)
      expect(yield* tagOf(readInvitation(token))).toBe("InvitationNotFound")
      expect(yield* tagOf(acceptInvitation({ ...given, token }))).toBe("InvitationNotFound")
    }))
  )

  it("contains its token in the fragment, which is in no log or referrer", () => {
    expect(joinLink("https://gate.example", "TOKEN")).toBe("https://gate.example/dashboard/join#TOKEN")
  })
})

describe("an invitation", () => {
  it(
    "makes its first user a member with its role",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      const { invitation, token } = yield* inviteMember({ accountId, role: "reviewer", email: null, actor: operator })
      expect(JSON.stringify(yield* (yield* Invitations).list(accountId))).not.toContain(token)
      expect(yield* readInvitation(token)).toMatchObject({ isFirstRun: false, role: "reviewer", author: operator.name })
      expect((yield* listMembers(accountId)).invitations).toEqual([invitation])
      const { member } = yield* acceptInvitation({ ...given, token })
      expect(member.role).toBe("reviewer")
      expect(yield* tagOf(acceptInvitation({ ...given, email: "eve@example.com", token }))).toBe("InvitationNotFound")
      expect((yield* listMembers(accountId)).members.map(({ name }) => name)).toEqual(["Ann", "Ben"])
      expect(yield* listActions(accountId)).toEqual(["set-up", "member.invite", "member.join"])
      const log = JSON.stringify(yield* (yield* AuditLog).list({ accountId, limit: 9 }))
      expect(log).not.toContain(token)
      expect(log).not.toContain(password)
    }))
  )

  it(
    "for one address accepts only that address, in any spelling",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      const { token } = yield* inviteMember({ accountId, role: "member", email: "Ben@Example.com", actor: operator })
      expect(yield* Effect.flip(acceptInvitation({ ...given, email: "eve@example.com", token }))).toMatchObject({
        _tag: "InvalidMember",
        fields: { email: "This invitation is for Ben@example.com." }
      })
      expect((yield* acceptInvitation({ ...given, email: " bEn@example.COM.", token })).member.role).toBe("member")
    }))
  )

  it(
    "reports all invalid fields at once and stays valid",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      const { token } = yield* inviteMember({ accountId, role: "member", email: null, actor: operator })
      const wrong = yield* Effect.flip(
        acceptInvitation({ ...given, name: " ", email: "ben", password: "short", token })
      )
      expect(wrong).toMatchObject({
        _tag: "InvalidMember",
        fields: {
          name: "A name is required.",
          email: "Invalid email: the @ is missing.",
          password: "A password needs at least 12 characters. This one has 5."
        }
      })
      expect(yield* tagOf(acceptInvitation({ ...given, email: "ann@example.com", token }))).toBe("EmailTaken")
      hashing.isBusy = true
      expect(yield* tagOf(acceptInvitation({ ...given, token }))).toBe("TooManyAttempts")
      hashing.isBusy = false
      yield* acceptInvitation({ ...given, token })
    }))
  )

  it(
    "is not found with an invalid token",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      const { invitation, token } = yield* inviteMember({ accountId, role: "member", email: null, actor: operator })
      for (const wrong of ["", invitation.id, invitation.digest, token.slice(1), `${token}=`, "\0".repeat(43)]) {
        expect(yield* tagOf(readInvitation(wrong)), wrong).toBe("InvitationNotFound")
        expect(yield* tagOf(acceptInvitation({ ...given, token: wrong })), wrong).toBe("InvitationNotFound")
      }
      yield* TestClock.adjust(invitationDaysMax * 86_400_000)
      expect(yield* tagOf(readInvitation(token))).toBe("InvitationNotFound")
      expect((yield* listMembers(accountId)).invitations).toEqual([])
    }))
  )

  it(
    "can be withdrawn only by its account",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      const { invitation: { id }, token } = yield* inviteMember({
        accountId,
        role: "member",
        email: null,
        actor: operator
      })
      expect(yield* tagOf(withdrawInvitation({ accountId: "acc_x", id, actor: operator }))).toBe("InvitationNotFound")
      yield* withdrawInvitation({ accountId, id, actor: operator })
      expect(yield* tagOf(withdrawInvitation({ accountId, id, actor: operator }))).toBe("InvitationNotFound")
      expect(yield* tagOf(readInvitation(token))).toBe("InvitationNotFound")
      expect(yield* listActions(accountId)).toEqual(["set-up", "member.invite", "member.withdraw"])
    }))
  )

  it(
    "is refused for existing members, invalid addresses and above the limit; it reveals no other accounts",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      const other = yield* createAccount("another")
      const invite = (accountId: string, email: string | null) =>
        inviteMember({ accountId, role: "member", email, actor: operator })
      expect(yield* tagOf(invite(accountId, "ANN@example.com"))).toBe("EmailTaken")
      expect(yield* Effect.flip(invite(accountId, "nobody"))).toMatchObject({ fields: { email: expect.any(String) } })
      yield* invite(other.id, "ann@example.com")
      for (let n = 0; n < invitationsMax; n++) yield* invite(accountId, null)
      expect(yield* tagOf(invite(accountId, null))).toBe("TooManyInvitations")
      yield* TestClock.adjust(invitationDaysMax * 86_400_000)
      yield* invite(accountId, null)
    }))
  )
})

describe("members", () => {
  it(
    "are changed, and each change is logged with its author",
    inHouse(Effect.gen(function*() {
      const { accountId, ann } = yield* withOwner
      const { member: ben } = yield* join(accountId, "member", "ben@example.com")
      const actor = { name: "Ann <Ann@example.com>", memberId: ann.member.id, address: "192.0.2.1" }
      expect((yield* setMemberRole({ accountId, id: ben.id, role: "owner", actor })).role).toBe("owner")
      yield* setMemberRole({ accountId, id: ben.id, role: "owner", actor })
      expect((yield* renameMember({ member: ben, name: " Benno ", address: "192.0.2.2" })).name).toBe("Benno")
      expect(yield* Effect.flip(renameMember({ member: ben, name: "a\nb", address: "" }))).toMatchObject({
        fields: { name: "A name must not contain control characters." }
      })
      yield* removeMember({ accountId, id: ben.id, actor })
      expect(yield* tagOf(removeMember({ accountId, id: ann.member.id, actor }))).toBe("LastOwner")
      expect(yield* tagOf(setMemberRole({ accountId, id: ann.member.id, role: "member", actor }))).toBe("LastOwner")
      const entries = yield* (yield* AuditLog).list({ accountId, limit: 9, action: "member" })
      expect(entries.map(({ action, actor, address, detail, memberId }) => [action, actor, memberId, address, detail]))
        .toEqual([
          ["member.remove", actor.name, ann.member.id, "192.0.2.1", "Benno <ben@example.com>"],
          ["member.rename", "Ben <ben@example.com>", ben.id, "192.0.2.2", "now Benno"],
          ["member.role", actor.name, ann.member.id, "192.0.2.1", "Ben <ben@example.com>: member to owner"],
          ["member.join", "Ben <ben@example.com>", ben.id, "192.0.2.1", "member, invited by command line (root)"],
          ["member.invite", operator.name, null, "", "member, any address"]
        ])
    }))
  )

  it(
    "of another account are not found",
    inHouse(Effect.gen(function*() {
      const { ann } = yield* withOwner
      const { id: accountId } = yield* createAccount("another")
      const { id } = ann.member
      expect(yield* tagOf(removeMember({ accountId, id, actor: operator }))).toBe("MemberNotFound")
      expect(yield* tagOf(setMemberRole({ accountId, id, role: "member", actor: operator }))).toBe("MemberNotFound")
      expect(yield* tagOf(renameMember({ member: { id, accountId }, name: "x", address: "" }))).toBe("MemberNotFound")
      expect(yield* (yield* Members).findById(id)).toEqual(ann.member)
      expect(yield* listActions(accountId)).toEqual([])
    }))
  )
})
