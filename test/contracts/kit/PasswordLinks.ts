import { Effect } from "effect"
import type { Accounts } from "../../../core/accounts/Accounts.ts"
import type { Secrets } from "../../../core/kernel/Secrets.ts"
import type { Invitations } from "../../../core/members/Invitations.ts"
import { Members } from "../../../core/members/Members.ts"
import { type PasswordLink, PasswordLinks } from "../../../core/members/password-changes/PasswordLinks.ts"
import { MemberSessions } from "../../../core/members/sessions/MemberSessions.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"
import { createAccountId, createMember, newSession } from "./People.ts"

let linksCount = 0
const linkFor = (memberId: string, changes: Partial<PasswordLink> = {}): PasswordLink => {
  const n = ++linksCount
  return {
    memberId,
    digest: `link digest ${n}`,
    authorId: null,
    createdAt: new Date(1_000 + n),
    expiresAt: new Date(9_000 + n),
    ...changes
  }
}

export const passwordLinksContract = contract<
  PasswordLinks | Accounts | Invitations | Members | MemberSessions | Secrets
>("PasswordLinks", ({ test }) => {
  test(
    "exist once per member: a newer one replaces the older",
    Effect.gen(function*() {
      const links = yield* PasswordLinks
      const account = yield* createAccountId
      const [ann, ben] = [yield* createMember(account), yield* createMember(account)]
      const [old, other] = [linkFor(ann.id), linkFor(ben.id, { authorId: ann.id })]
      yield* Effect.forEach([old, other], links.put)
      expect(yield* links.find(old.digest)).toEqual(old)
      expect(yield* links.find(other.digest)).toEqual(other)
      const newer = linkFor(ann.id, { authorId: ben.id })
      yield* links.put(newer)
      expect(yield* links.find(old.digest)).toBe(null)
      expect(yield* links.find(newer.digest)).toEqual(newer)
      expect(yield* links.find("unknown")).toBe(null)
      expect((yield* Effect.flip(links.use(old.digest, "x")))._tag).toBe("PasswordLinkNotFound")
    })
  )

  test(
    "set the password and end only that member's sessions",
    Effect.gen(function*() {
      const [links, members, sessions] = [yield* PasswordLinks, yield* Members, yield* MemberSessions]
      const account = yield* createAccountId
      const [ann, ben] = [yield* createMember(account), yield* createMember(account)]
      const [one, two, bens] = [newSession(ann.id), newSession(ann.id), newSession(ben.id)]
      yield* Effect.forEach([one, two, bens], sessions.create)
      const [link, other] = [linkFor(ann.id), linkFor(ben.id)]
      yield* Effect.forEach([link, other], links.put)
      yield* links.use(link.digest, "another hash")
      expect(yield* members.list(account)).toEqual([{ ...ann, passwordHash: "another hash" }, ben])
      expect(yield* sessions.list(ann.id)).toEqual([])
      expect(yield* sessions.list(ben.id)).toEqual([bens])
      expect(yield* links.find(link.digest)).toBe(null)
      expect(yield* links.find(other.digest)).toEqual(other)
    })
  )

  test(
    "are used once, however many try concurrently",
    Effect.gen(function*() {
      const [links, members] = [yield* PasswordLinks, yield* Members]
      const ann = yield* createMember(yield* createAccountId)
      const link = linkFor(ann.id)
      yield* links.put(link)
      const ends = yield* Effect.forEach(
        Array.from({ length: 5 }, (_, n) => `hash of try ${n}`),
        (hash) =>
          Effect.map(Effect.result(links.use(link.digest, hash)), ({ _tag }) => _tag === "Success" ? hash : null),
        { concurrency: "unbounded" }
      )
      const done = ends.filter((hash) => hash !== null)
      expect(done).toHaveLength(1)
      expect((yield* members.findById(ann.id))!.passwordHash).toBe(done[0])
    })
  )

  test(
    "end with a change of the password and with the member",
    Effect.gen(function*() {
      const [links, members] = [yield* PasswordLinks, yield* Members]
      const account = yield* createAccountId
      const [ann, ben] = [yield* createMember(account), yield* createMember(account)]
      const all = [linkFor(ann.id), linkFor(ben.id)]
      yield* Effect.forEach(all, links.put)
      yield* members.rename(account, ann.id, "Anna")
      expect((yield* Effect.flip(members.setPassword("acc_x", ann.id, "x")))._tag).toBe("MemberNotFound")
      expect(yield* links.find(all[0]!.digest)).toEqual(all[0])
      yield* members.setPassword(account, ann.id, "chosen")
      expect(yield* links.find(all[0]!.digest)).toBe(null)
      expect(yield* links.find(all[1]!.digest)).toEqual(all[1])
      yield* members.remove(account, ben.id)
      expect(yield* links.find(all[1]!.digest)).toBe(null)
      const late = linkFor(ben.id)
      yield* links.put(late)
      expect(yield* links.find(late.digest)).toBe(null)
    })
  )

  test(
    "end with the member who created them, and by age",
    Effect.gen(function*() {
      const links = yield* PasswordLinks
      const account = yield* createAccountId
      const [ann, ben, cleo] = [
        yield* createMember(account),
        yield* createMember(account),
        yield* createMember(account)
      ]
      const [bens, cleos, anns] = [
        linkFor(ben.id, { authorId: ann.id }),
        linkFor(cleo.id, { expiresAt: new Date(100) }),
        linkFor(ann.id, { authorId: ben.id, expiresAt: new Date(101) })
      ]
      yield* Effect.forEach([bens, cleos, anns], links.put)
      expect(yield* links.removeBy(cleo.id)).toBe(0)
      expect(yield* links.removeBy(ann.id)).toBe(1)
      expect(yield* links.find(bens.digest)).toBe(null)
      expect(yield* links.sweep(new Date(100))).toBe(0)
      expect(yield* links.sweep(new Date(101))).toBe(1)
      expect(yield* links.find(cleos.digest)).toBe(null)
      expect(yield* links.find(anns.digest)).toEqual(anns)
    })
  )
})
