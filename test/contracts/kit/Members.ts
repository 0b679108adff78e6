import { Effect } from "effect"
import type { Accounts } from "../../../core/accounts/Accounts.ts"
import type { Secrets } from "../../../core/kernel/Secrets.ts"
import { Invitations } from "../../../core/members/Invitations.ts"
import type { Member } from "../../../core/members/Member.ts"
import { Members } from "../../../core/members/Members.ts"
import { MemberSessions } from "../../../core/members/sessions/MemberSessions.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"
import { createAccountId, createMember, newInvitation, newMember, newSession } from "./People.ts"

/** Runs effects concurrently. Returns the outcome of each, sorted: `done` or the tag of its failure. */
const together = (effects: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>>) =>
  Effect.map(
    Effect.forEach(effects, (effect) => Effect.result(effect), { concurrency: "unbounded" }),
    (ends) => ends.map((end) => end._tag === "Success" ? "done" : end.failure._tag).toSorted()
  )

export const membersContract = contract<Members | Accounts | Invitations | MemberSessions | Secrets>(
  "Members",
  ({ test }) => {
    test(
      "are created from an invitation, and found by id, address and account",
      Effect.gen(function*() {
        const members = yield* Members
        const [account, other] = [yield* createAccountId, yield* createAccountId]
        const ann = yield* createMember(account, { role: "owner", lastSeenAt: new Date(5) })
        const ben = yield* createMember(account)
        const eve = yield* createMember(other)
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
        const [account, other] = [yield* createAccountId, yield* createAccountId]
        const invitation = newInvitation(account)
        yield* invitations.create(invitation)
        const foreign = Effect.flip(members.join(newMember(other), invitation))
        expect((yield* foreign)._tag).toBe("InvitationNotFound")
        yield* members.join(newMember(account), invitation)
        expect((yield* Effect.flip(members.join(newMember(account), invitation)))._tag).toBe("InvitationNotFound")
        const withdrawn = newInvitation(account)
        yield* invitations.create(withdrawn)
        expect(yield* invitations.withdraw(other, withdrawn.id)).toBe(false)
        expect(yield* invitations.withdraw(account, withdrawn.id)).toBe(true)
        expect(yield* invitations.withdraw(account, withdrawn.id)).toBe(false)
        expect((yield* Effect.flip(members.join(newMember(account), withdrawn)))._tag).toBe("InvitationNotFound")
        expect(yield* members.list(account)).toHaveLength(1)
        expect(yield* members.list(other)).toEqual([])
      })
    )

    test(
      "use an invitation once, however many try concurrently",
      Effect.gen(function*() {
        const members = yield* Members
        const account = yield* createAccountId
        const invitation = newInvitation(account)
        yield* (yield* Invitations).create(invitation)
        const ends = yield* together(Array.from({ length: 5 }, () => members.join(newMember(account), invitation)))
        expect(ends).toEqual([...Array.from({ length: 4 }, () => "InvitationNotFound"), "done"])
        expect(yield* members.list(account)).toHaveLength(1)
      })
    )

    test(
      "have a unique address across accounts; a conflict does not use the invitation up",
      Effect.gen(function*() {
        const members = yield* Members
        const invitations = yield* Invitations
        const accounts = [yield* createAccountId, yield* createAccountId, yield* createAccountId]
        const all = accounts.map((account) => newInvitation(account))
        yield* Effect.forEach(all, invitations.create)
        const emailKey = "same@example.com"
        const ends = yield* together(
          all.map((invitation) => members.join(newMember(invitation.accountId, { emailKey }), invitation))
        )
        expect(ends).toEqual(["EmailTaken", "EmailTaken", "done"])
        const left = yield* Effect.forEach(all, ({ digest }) => invitations.find(digest))
        expect(left.filter((invitation) => invitation !== null)).toHaveLength(2)
        const again = left.find((invitation) => invitation !== null)!
        yield* members.join(newMember(again.accountId), again)
      })
    )

    test(
      "start with one owner, however many set-up links are used concurrently",
      Effect.gen(function*() {
        const members = yield* Members
        const invitations = yield* Invitations
        const account = yield* createAccountId
        yield* createMember(yield* createAccountId, { role: "owner" })
        const links = Array.from({ length: 4 }, () => newInvitation(account, { isSetUp: true, role: "owner" }))
        yield* Effect.forEach(links, invitations.create)
        const ends = yield* together(links.map((link) => members.join(newMember(account, { role: "owner" }), link)))
        expect(ends).toEqual(["InvitationNotFound", "InvitationNotFound", "InvitationNotFound", "done"])
        expect(yield* members.list(account)).toHaveLength(1)
      })
    )

    test(
      "keep one owner, however many leave or step down concurrently",
      Effect.gen(function*() {
        const members = yield* Members
        const [account, other] = [yield* createAccountId, yield* createAccountId]
        const owners: Array<Member> = []
        for (let n = 0; n < 4; n++) owners.push(yield* createMember(account, { role: "owner" }))
        yield* createMember(account)
        yield* createMember(other, { role: "owner" })
        const ends = yield* together(
          owners.map(({ id }, n) =>
            n % 2 === 0 ? members.remove(account, id) : members.setRole(account, id, "reviewer")
          )
        )
        expect(ends).toEqual(["LastOwner", "done", "done", "done"])
        for (let round = 0; round < 8; round++) {
          yield* createMember(account, { role: "owner" })
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
        const [account, other] = [yield* createAccountId, yield* createAccountId]
        const ann = yield* createMember(account, { role: "owner" })
        const ben = yield* createMember(account)
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
        const account = yield* createAccountId
        yield* createMember(account, { role: "owner" })
        const ben = yield* createMember(account)
        const session = newSession(ben.id)
        yield* sessions.create(session)
        expect(yield* sessions.find(session.digest)).toEqual(session)
        const [colleague, foreigner] = [yield* createMember(account), yield* createMember(yield* createAccountId)]
        const others = [newSession(colleague.id), newSession(foreigner.id)]
        yield* Effect.forEach(others, sessions.create)
        yield* members.remove(account, ben.id)
        expect(yield* members.findById(ben.id)).toBe(null)
        expect(yield* sessions.find(session.digest)).toBe(null)
        expect(yield* Effect.forEach(others, ({ digest }) => sessions.find(digest))).toEqual(others)
        const late = newSession(ben.id)
        yield* sessions.create(late)
        expect(yield* sessions.find(late.digest)).toBe(null)
        yield* createMember(account, { emailKey: ben.emailKey })
      })
    )

    test(
      "are invited by links that are listed newest first and expire",
      Effect.gen(function*() {
        const invitations = yield* Invitations
        const account = yield* createAccountId
        const [old, set, mine] = [
          newInvitation(account, { expiresAt: new Date(100) }),
          newInvitation(account, { isSetUp: true, role: "owner", author: "set-up" }),
          newInvitation(account, { email: "Ben@example.com", role: "reviewer" })
        ]
        const foreign = newInvitation(yield* createAccountId)
        yield* Effect.forEach([old, set, mine, foreign], invitations.create)
        expect(yield* invitations.list(account)).toEqual([mine, set, old])
        expect(yield* invitations.find(set.digest)).toEqual(set)
        expect(yield* invitations.find("unknown")).toBe(null)
        expect(yield* invitations.sweep(new Date(100))).toBe(0)
        expect(yield* invitations.sweep(new Date(101))).toBe(1)
        expect(yield* invitations.list(account)).toEqual([mine, set])
      })
    )
  }
)
