import { Effect } from "effect"
import { expect } from "vitest"
import { Invitations } from "../../core/members/Invitations.ts"
import type { Member } from "../../core/members/Member.ts"
import { Members } from "../../core/members/Members.ts"
import { MemberSessions } from "../../core/members/sessions/MemberSessions.ts"
import { describeOnEveryStorage } from "../support/Storages.ts"
import { accountId, invitationOf, joined, memberOf, sessionOf } from "./People.ts"

/** How each of several concurrent effects ended: `done` or the tag of its failure. */
const together = (effects: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>>) =>
  Effect.map(
    Effect.forEach(effects, (effect) => Effect.result(effect), { concurrency: "unbounded" }),
    (ends) => ends.map((end) => end._tag === "Success" ? "done" : end.failure._tag).toSorted()
  )

describeOnEveryStorage("Members", ({ test }) => {
  test(
    "are created from an invitation, and found by id, address and account",
    Effect.gen(function*() {
      const members = yield* Members
      const [account, other] = [yield* accountId, yield* accountId]
      const ann = yield* joined(account, { role: "owner", lastSeenAt: new Date(5) })
      const ben = yield* joined(account)
      const eve = yield* joined(other)
      expect(yield* members.list(account)).toEqual([ann, ben])
      expect(yield* members.get(account, ann.id)).toEqual(ann)
      expect(yield* members.findById(eve.id)).toEqual(eve)
      expect(yield* members.findByEmail(ben.emailKey)).toEqual(ben)
      expect(yield* members.findByEmail("nobody@example.com")).toBe(null)
      expect(yield* members.findById("mem_x")).toBe(null)
      expect((yield* Effect.flip(members.get(account, eve.id)))._tag).toBe("MemberNotFound")
      expect(yield* (yield* Invitations).list(account)).toEqual([])
    })
  )

  test(
    "cannot be created from an invitation that is used, revoked or another account's",
    Effect.gen(function*() {
      const members = yield* Members
      const invitations = yield* Invitations
      const [account, other] = [yield* accountId, yield* accountId]
      const invitation = invitationOf(account)
      yield* invitations.create(invitation)
      const foreign = Effect.flip(members.join(memberOf(other), invitation))
      expect((yield* foreign)._tag).toBe("InvitationNotFound")
      yield* members.join(memberOf(account), invitation)
      expect((yield* Effect.flip(members.join(memberOf(account), invitation)))._tag).toBe("InvitationNotFound")
      const withdrawn = invitationOf(account)
      yield* invitations.create(withdrawn)
      expect(yield* invitations.withdraw(other, withdrawn.id)).toBe(false)
      expect(yield* invitations.withdraw(account, withdrawn.id)).toBe(true)
      expect(yield* invitations.withdraw(account, withdrawn.id)).toBe(false)
      expect((yield* Effect.flip(members.join(memberOf(account), withdrawn)))._tag).toBe("InvitationNotFound")
      expect(yield* members.list(account)).toHaveLength(1)
      expect(yield* members.list(other)).toEqual([])
    })
  )

  test(
    "use an invitation once, however many try concurrently",
    Effect.gen(function*() {
      const members = yield* Members
      const account = yield* accountId
      const invitation = invitationOf(account)
      yield* (yield* Invitations).create(invitation)
      const ends = yield* together(Array.from({ length: 5 }, () => members.join(memberOf(account), invitation)))
      expect(ends).toEqual([...Array.from({ length: 4 }, () => "InvitationNotFound"), "done"])
      expect(yield* members.list(account)).toHaveLength(1)
    })
  )

  test(
    "have a unique address across accounts; a conflict does not use the invitation up",
    Effect.gen(function*() {
      const members = yield* Members
      const invitations = yield* Invitations
      const accounts = [yield* accountId, yield* accountId, yield* accountId]
      const all = accounts.map((account) => invitationOf(account))
      yield* Effect.forEach(all, invitations.create)
      const emailKey = "same@example.com"
      const ends = yield* together(
        all.map((invitation) => members.join(memberOf(invitation.accountId, { emailKey }), invitation))
      )
      expect(ends).toEqual(["EmailTaken", "EmailTaken", "done"])
      const left = yield* Effect.forEach(all, ({ digest }) => invitations.find(digest))
      expect(left.filter((invitation) => invitation !== null)).toHaveLength(2)
      const again = left.find((invitation) => invitation !== null)!
      yield* members.join(memberOf(again.accountId), again)
    })
  )

  test(
    "start with one owner, however many set-up links are used concurrently",
    Effect.gen(function*() {
      const members = yield* Members
      const invitations = yield* Invitations
      const account = yield* accountId
      yield* joined(yield* accountId, { role: "owner" })
      const links = Array.from({ length: 4 }, () => invitationOf(account, { isSetUp: true, role: "owner" }))
      yield* Effect.forEach(links, invitations.create)
      const ends = yield* together(links.map((link) => members.join(memberOf(account, { role: "owner" }), link)))
      expect(ends).toEqual(["InvitationNotFound", "InvitationNotFound", "InvitationNotFound", "done"])
      expect(yield* members.list(account)).toHaveLength(1)
    })
  )

  test(
    "keep one owner, however many leave or step down concurrently",
    Effect.gen(function*() {
      const members = yield* Members
      const [account, other] = [yield* accountId, yield* accountId]
      const owners: Array<Member> = []
      for (let n = 0; n < 4; n++) owners.push(yield* joined(account, { role: "owner" }))
      yield* joined(account)
      yield* joined(other, { role: "owner" })
      const ends = yield* together(
        owners.map(({ id }, n) => n % 2 === 0 ? members.remove(account, id) : members.setRole(account, id, "reviewer"))
      )
      expect(ends).toEqual(["LastOwner", "done", "done", "done"])
      for (let round = 0; round < 8; round++) {
        yield* joined(account, { role: "owner" })
        const both = (yield* members.list(account)).filter(({ role }) => role === "owner")
        const leave = both.map(({ id }) =>
          round % 2 === 0 ? members.remove(account, id) : members.setRole(account, id, "member")
        )
        expect(yield* together(leave)).toEqual(["LastOwner", "done"])
      }
      const [owner, ...more] = (yield* members.list(account)).filter(({ role }) => role === "owner")
      expect(more).toEqual([])
      expect((yield* Effect.flip(members.remove(account, owner!.id)))._tag).toBe("LastOwner")
      expect((yield* Effect.flip(members.setRole(account, owner!.id, "member")))._tag).toBe("LastOwner")
      expect(yield* members.setRole(account, owner!.id, "owner")).toEqual(owner)
    })
  )

  test(
    "are changed one by one, only within their account",
    Effect.gen(function*() {
      const members = yield* Members
      const [account, other] = [yield* accountId, yield* accountId]
      const ann = yield* joined(account, { role: "owner" })
      const ben = yield* joined(account)
      expect(yield* members.setRole(account, ben.id, "reviewer")).toEqual({ ...ben, role: "reviewer" })
      expect(yield* members.rename(account, ben.id, "Bén\u{1f600}")).toEqual({
        ...ben,
        role: "reviewer",
        name: "Bén\u{1f600}"
      })
      yield* members.setPassword(account, ben.id, "$scrypt$new")
      yield* members.recordSeen(ben.id, new Date(77_000))
      yield* members.recordSeen("mem_x", new Date(77_000))
      const changed = {
        ...ben,
        role: "reviewer",
        name: "Bén\u{1f600}",
        passwordHash: "$scrypt$new",
        lastSeenAt: new Date(77_000)
      }
      expect(yield* members.list(account)).toEqual([ann, changed])
      const tags = yield* together([
        members.setRole(other, ben.id, "owner"),
        members.rename(other, ben.id, "x"),
        members.setPassword(other, ben.id, "x"),
        members.remove(other, ben.id)
      ])
      expect(tags).toEqual(["MemberNotFound", "MemberNotFound", "MemberNotFound", "MemberNotFound"])
      expect(yield* members.list(account)).toEqual([ann, changed])
    })
  )

  test(
    "that are removed lose their sessions, and their address becomes free",
    Effect.gen(function*() {
      const members = yield* Members
      const sessions = yield* MemberSessions
      const account = yield* accountId
      yield* joined(account, { role: "owner" })
      const ben = yield* joined(account)
      const session = sessionOf(ben.id)
      yield* sessions.create(session)
      expect(yield* sessions.find(session.digest)).toEqual(session)
      const [colleague, foreigner] = [yield* joined(account), yield* joined(yield* accountId)]
      const others = [sessionOf(colleague.id), sessionOf(foreigner.id)]
      yield* Effect.forEach(others, sessions.create)
      yield* members.remove(account, ben.id)
      expect(yield* members.findById(ben.id)).toBe(null)
      expect(yield* sessions.find(session.digest)).toBe(null)
      expect(yield* Effect.forEach(others, ({ digest }) => sessions.find(digest))).toEqual(others)
      const late = sessionOf(ben.id)
      yield* sessions.create(late)
      expect(yield* sessions.find(late.digest)).toBe(null)
      yield* joined(account, { emailKey: ben.emailKey })
    })
  )

  test(
    "are invited by links that are listed newest first and expire",
    Effect.gen(function*() {
      const invitations = yield* Invitations
      const account = yield* accountId
      const [old, set, mine] = [
        invitationOf(account, { expiresAt: new Date(100) }),
        invitationOf(account, { isSetUp: true, role: "owner", author: "set-up" }),
        invitationOf(account, { email: "Ben@example.com", role: "reviewer" })
      ]
      const foreign = invitationOf(yield* accountId)
      yield* Effect.forEach([old, set, mine, foreign], invitations.create)
      expect(yield* invitations.list(account)).toEqual([mine, set, old])
      expect(yield* invitations.find(set.digest)).toEqual(set)
      expect(yield* invitations.find("unknown")).toBe(null)
      expect(yield* invitations.sweep(new Date(100))).toBe(0)
      expect(yield* invitations.sweep(new Date(101))).toBe(1)
      expect(yield* invitations.list(account)).toEqual([mine, set])
    })
  )
})
