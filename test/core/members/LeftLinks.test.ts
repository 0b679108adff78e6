import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { actorOf } from "../../../core/audit/Audit.ts"
import { acceptInvitation } from "../../../core/members/administration/AcceptInvitation.ts"
import { inviteMember } from "../../../core/members/administration/ManageInvitations.ts"
import {
  listMembers,
  removeMember,
  renameMember,
  setMemberRole
} from "../../../core/members/administration/ManageMembers.ts"
import { browserAttemptLimits } from "../../../core/members/passwords/SignInAttempts.ts"
import { erasePerson } from "../../../core/privacy/ErasePerson.ts"
import { findPerson } from "../../../core/privacy/FindPerson.ts"
import { browser, hashing, inHouse, join, listActions, operator, password, tagOf, withOwner } from "./House.ts"

const given = { name: "Back", email: "back@example.com", password, ...browser }

/** Creates Ann's account with a second owner, Ben. Each of them has made an invitation link for an owner. */
const withLinks = Effect.gen(function*() {
  const { accountId, ann } = yield* withOwner
  const { member: ben } = yield* join(accountId, "owner", "ben@example.com")
  const linkOf = (member: typeof ben) =>
    inviteMember({ accountId, role: "owner", email: null, actor: actorOf(member, "192.0.2.1") })
  const [bens, anns] = [yield* linkOf(ben), yield* linkOf(ann.member)]
  const by = { accountId, id: ben.id, actor: actorOf(ann.member, "192.0.2.2") }
  const open = Effect.map(listMembers(accountId), ({ invitations }) => invitations.map(({ id }) => id))
  return { accountId, ann, ben, bens, anns, by, open }
})

describe("the invitation links of a former owner", () => {
  it(
    "are revoked on removal, and those of others are not",
    inHouse(Effect.gen(function*() {
      const { accountId, anns, bens, by, open } = yield* withLinks
      yield* removeMember(by)
      expect(yield* tagOf(acceptInvitation({ ...given, token: bens.token }))).toBe("InvitationNotFound")
      expect(yield* open).toEqual([anns.invitation.id])
      expect((yield* listActions(accountId)).slice(-2)).toEqual(["member.remove", "member.withdraw"])
    }))
  )

  it(
    "are revoked on a change of role, even if the owner was renamed in between",
    inHouse(Effect.gen(function*() {
      const { anns, ben, bens, by, open } = yield* withLinks
      yield* renameMember({ member: ben, name: "Somebody else", address: "192.0.2.1" })
      yield* setMemberRole({ ...by, role: "owner" })
      expect(yield* open).toContain(bens.invitation.id)
      yield* setMemberRole({ ...by, role: "reviewer" })
      expect(yield* open).toEqual([anns.invitation.id])
    }))
  )

  it(
    "are revoked on erasure, since a link shows its author's name",
    inHouse(Effect.gen(function*() {
      const { accountId, anns, open } = yield* withLinks
      expect((yield* findPerson(accountId, "ben@example.com")).invitations.length).toBe(1)
      yield* erasePerson(accountId, "ben@example.com")
      expect(yield* open).toEqual([anns.invitation.id])
    }))
  )
})

describe("an invitation link that is tried repeatedly", () => {
  it(
    "has a limit on tries: each costs a hash and reveals which addresses exist",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      const { token } = yield* inviteMember({ accountId, role: "reviewer", email: null, actor: operator })
      const take = (email: string) => acceptInvitation({ ...given, email, token })
      for (let tried = 0; tried < browserAttemptLimits.freeAttempts; tried++) {
        expect(yield* tagOf(take("ann@example.com"))).toBe("EmailTaken")
      }
      expect(yield* tagOf(take("ann@example.com"))).toBe("TooManyAttempts")
      expect(yield* tagOf(take("back@example.com"))).toBe("TooManyAttempts")
      yield* TestClock.adjust(browserAttemptLimits.windowMillis)
      expect((yield* take("back@example.com")).member.email).toBe("back@example.com")
    }))
  )

  it(
    "counts no tries while the server is at its hashing limit",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      const { token } = yield* inviteMember({ accountId, role: "reviewer", email: null, actor: operator })
      hashing.isBusy = true
      for (let tried = 0; tried <= browserAttemptLimits.freeAttempts; tried++) {
        expect(yield* tagOf(acceptInvitation({ ...given, token }))).toBe("TooManyAttempts")
      }
      hashing.isBusy = false
      yield* acceptInvitation({ ...given, token })
    }))
  )
})
