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
import { browserTryLimits } from "../../../core/members/passwords/TryLimits.ts"
import { erasePerson } from "../../../core/privacy/ErasePerson.ts"
import { findPerson } from "../../../core/privacy/FindPerson.ts"
import { browser, deeds, hashing, inHouse, join, operator, password, tagOf, withOwner } from "./House.ts"

const given = { name: "Back", email: "back@example.com", password, ...browser }

/** Ann's account with Ben, another owner, who has made a link for an owner; and one of Ann's. */
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

describe("the links of an owner who is none any more", () => {
  it(
    "end when they are removed, and nobody else's",
    inHouse(Effect.gen(function*() {
      const { accountId, anns, bens, by, open } = yield* withLinks
      yield* removeMember(by)
      expect(yield* tagOf(acceptInvitation({ ...given, token: bens.token }))).toBe("InvitationNotFound")
      expect(yield* open).toEqual([anns.invitation.id])
      expect((yield* deeds(accountId)).slice(-2)).toEqual(["member.remove", "member.withdraw"])
    }))
  )

  it(
    "end when they become something else, whatever they were called when they made them",
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
    "end when they are erased: the name of who made one is theirs as well",
    inHouse(Effect.gen(function*() {
      const { accountId, anns, open } = yield* withLinks
      expect((yield* findPerson(accountId, "ben@example.com")).invitations.length).toBe(1)
      yield* erasePerson(accountId, "ben@example.com")
      expect(yield* open).toEqual([anns.invitation.id])
    }))
  )
})

describe("a link that is tried again and again", () => {
  it(
    "has its tries counted: each costs a hash, and tells who signs in here",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      const { token } = yield* inviteMember({ accountId, role: "reviewer", email: null, actor: operator })
      const take = (email: string) => acceptInvitation({ ...given, email, token })
      for (let tried = 0; tried < browserTryLimits.freeTries; tried++) {
        expect(yield* tagOf(take("ann@example.com"))).toBe("EmailTaken")
      }
      expect(yield* tagOf(take("ann@example.com"))).toBe("TooManyTries")
      expect(yield* tagOf(take("back@example.com"))).toBe("TooManyTries")
      yield* TestClock.adjust(browserTryLimits.windowMillis)
      expect((yield* take("back@example.com")).member.email).toBe("back@example.com")
    }))
  )

  it(
    "counts nothing while the server hashes as much as it may",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      const { token } = yield* inviteMember({ accountId, role: "reviewer", email: null, actor: operator })
      hashing.isBusy = true
      for (let tried = 0; tried <= browserTryLimits.freeTries; tried++) {
        expect(yield* tagOf(acceptInvitation({ ...given, token }))).toBe("TooManyTries")
      }
      hashing.isBusy = false
      yield* acceptInvitation({ ...given, token })
    }))
  )
})
