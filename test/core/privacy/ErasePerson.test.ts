import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { authorName, formerMemberName } from "../../../core/audit/ActorName.ts"
import { audit } from "../../../core/audit/Audit.ts"
import { AuditLog } from "../../../core/audit/AuditLog.ts"
import { BlockRules } from "../../../core/block-rules/BlockRules.ts"
import { RequestHistory } from "../../../core/history/RequestHistory.ts"
import { uuidV7 } from "../../../core/kernel/Uuid.ts"
import { acceptInvitation } from "../../../core/members/administration/AcceptInvitation.ts"
import { inviteMember } from "../../../core/members/administration/ManageInvitations.ts"
import { removeMember, renameMember, setMemberRole } from "../../../core/members/administration/ManageMembers.ts"
import { signOutMember } from "../../../core/members/sessions/EndSessions.ts"
import { refusalAuditDelayMillis, signIn } from "../../../core/members/sessions/SignIn.ts"
import { erasePerson, formatErasure } from "../../../core/privacy/ErasePerson.ts"
import { memberKeyId } from "../../../core/requests/MemberKeyId.ts"
import { Submissions } from "../../../core/submissions/Submissions.ts"
import { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"
import { operatorEntry } from "../../contracts/kit/BlocklistEntries.ts"
import { browser, inHouse, join, operator, tagOf, withOwner } from "../members/House.ts"

const email = "ben@example.com"
const wrong = { ...browser, email, password: "no such password", device: null }

let count = 0
/** Adds a blocklist entry by the given author and a submission with the same reviewer. */
const decide = Effect.fnUntraced(function*(who: string) {
  const n = ++count
  yield* (yield* Blocklist).put(operatorEntry("host", `h${n}.example`, { author: who }))
  yield* (yield* Submissions).add({
    url: `http://s${n}.example/`,
    canonicalUrl: `s${n}.example/`,
    accountId: "acc_1",
    state: "rejected",
    createdAt: new Date(n),
    reviewedAt: new Date(n),
    reviewer: who,
    rejection: null,
    entryId: null,
    triageRisk: 0,
    triageReasons: [],
    forwarded: null
  })
})

/** Returns the authors of the blocklist, newest first, after checking that the reviewers are the same. */
const deciders = Effect.gen(function*() {
  const entries = yield* (yield* Blocklist).list({ limit: 99 })
  const reviewed = yield* (yield* Submissions).list({ limit: 99 })
  expect(reviewed.map(({ reviewer }) => reviewer)).toEqual(entries.map(({ author }) => author))
  return entries.map(({ author }) => author)
})

/** Makes failed attempts until the sign-in has to wait. Returns the tag of the last refusal. */
const guess = Effect.gen(function*() {
  const recorded: Array<string> = []
  for (let n = 0; n < 6; n++) recorded.push(yield* tagOf(signIn({ ...wrong, address: `198.51.100.${n}` })))
  yield* TestClock.adjust(refusalAuditDelayMillis)
  return recorded.at(-1)
})

it(
  "removes rules about a person, and notes that name them",
  inHouse(Effect.gen(function*() {
    const { accountId } = yield* withOwner
    const rules = yield* BlockRules
    const createdAt = new Date(0)
    for (
      const rule of [
        { kind: "email", value: "ben@example.com", note: "asked by ben@example.com" },
        { kind: "domain", value: "one.example", note: "asked by Ben@Example.com" },
        { kind: "domain", value: "two.example", note: "asked by ann@example.com" }
      ] as const
    ) yield* rules.add({ ...rule, accountId, action: "block", createdAt })
    expect((yield* erasePerson(accountId, email)).rules).toBe(2)
    expect((yield* rules.list(accountId)).map(({ note, value }) => [value, note]).toSorted()).toEqual([
      ["one.example", ""],
      ["two.example", "asked by ann@example.com"]
    ])
  }))
)

describe("erasing a member", () => {
  it(
    "attributes their decisions to a former member, under every name they had",
    inHouse(Effect.gen(function*() {
      const { accountId, ann } = yield* withOwner
      const { member } = yield* join(accountId, "reviewer", email)
      yield* decide(authorName(member))
      const renamed = yield* renameMember({ member, name: "Benjamin <B>", address: "" })
      yield* decide(authorName(renamed))
      yield* renameMember({ member, name: "Bo", address: "" })
      for (const who of ["Bo", authorName(ann.member), "operator", "Bob"]) yield* decide(who)
      const { decisions } = yield* erasePerson(accountId, " BEN@example.com")
      expect(decisions).toBe(6)
      expect(yield* deciders).toEqual(["Bob", "operator", "Ann", formerMemberName, formerMemberName, formerMemberName])
      expect(yield* erasePerson(accountId, email)).toMatchObject({ decisions: 0, members: 0, auditEntries: 0 })
    }))
  )

  it(
    "finds their names in the audit log if they were removed before",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      const { member } = yield* join(accountId, "reviewer", email)
      yield* decide(authorName(member))
      yield* removeMember({ accountId, id: member.id, actor: operator })
      expect((yield* erasePerson(accountId, email)).decisions).toBe(2)
      expect(yield* deciders).toEqual([formerMemberName])
    }))
  )

  it(
    "of another account leaves threat data unchanged, because it belongs to the operator",
    inHouse(Effect.gen(function*() {
      yield* withOwner
      const other = yield* createAccount("other")
      yield* join(other.id, "reviewer", email)
      yield* decide("Ben")
      expect(yield* erasePerson(other.id, email)).toMatchObject({ decisions: 0, members: 1 })
      expect(yield* deciders).toEqual(["Ben"])
    }))
  )

  it(
    "removes their identity from tries in the dashboard, and forgets tries to sign in as them",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      const { member } = yield* join(accountId, "member", email)
      const history = yield* RequestHistory
      const at = 1_800_000_000_000
      history.record({
        requestId: uuidV7(at, new Uint8Array(10)),
        accountId,
        keyId: memberKeyId(member.id),
        operation: "scan/url",
        status: 200,
        credits: 1,
        at: new Date(at),
        durationMicros: 1,
        verdict: "safe",
        subject: null
      })
      expect(yield* guess).toBe("TooManyAttempts")
      yield* erasePerson(accountId, email)
      const { items } = yield* history.search({ accountId, limit: 9 })
      expect(items).toMatchObject([{ keyId: memberKeyId("former"), credits: 1 }])
      expect(yield* tagOf(signIn(wrong))).toBe("SignInRefused")
    }))
  )

  it(
    "of one account does not reset tries for a member of another account",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      const other = yield* createAccount("other")
      yield* join(accountId, "member", email)
      expect(yield* guess).toBe("TooManyAttempts")
      yield* erasePerson(other.id, email)
      expect(yield* tagOf(signIn(wrong))).toBe("TooManyAttempts")
    }))
  )

  it(
    "removes their data from audit entries, and keeps that of the other people in them",
    inHouse(Effect.gen(function*() {
      const { accountId, ann: { member: ann } } = yield* withOwner
      const { member: ben } = yield* join(accountId, "owner", email)
      const cleo = yield* join(accountId, "member", "cleo@example.com")
      const by = (id: string, name: string) => ({ name, memberId: id, address: "192.0.2.9" })
      const [byAnn, byBen] = [by(ann.id, "Ann <ann@example.com>"), by(ben.id, "Ben <ben@example.com>")]
      yield* setMemberRole({ accountId, id: cleo.member.id, role: "reviewer", actor: byBen })
      yield* inviteMember({ accountId, role: "member", email: "dora@example.com", actor: byBen })
      yield* renameMember({ member: ben, name: "Benjamin, King of Spain", address: "192.0.2.9" })
      yield* Effect.ignore(signIn(wrong))
      yield* TestClock.adjust(refusalAuditDelayMillis)
      yield* signOutMember({ accountId, id: ben.id, actor: byAnn })
      yield* setMemberRole({ accountId, id: ben.id, role: "member", actor: byAnn })
      yield* audit({ accountId, actor: byAnn, action: "rule.add", target: "7", detail: "block email BEN@example.com" })
      const before = yield* (yield* AuditLog).list({ accountId, limit: 99 })
      const counts = yield* erasePerson(accountId, email)
      const after = yield* (yield* AuditLog).list({ accountId, limit: 99 })
      const changed = after.filter((entry, n) => JSON.stringify(entry) !== JSON.stringify(before[n]))
      expect(counts.auditEntries).toBe(changed.length)
      expect(after.map(({ action, at, id }) => [id, at, action])).toEqual(
        before.map(({ action, at, id }) => [id, at, action])
      )
      const none = ["(erased)", null, ""] as const
      const anns = ["Ann <ann@example.com>", ann.id, "192.0.2.9"] as const
      expect(changed.map(({ action, actor, address, detail, memberId, target }) => [
        action,
        actor,
        memberId,
        address,
        target,
        detail
      ])).toEqual([
        ["rule.add", ...anns, "7", "block email (erased)"],
        ["member.role", ...anns, "", "(erased): owner to member"],
        ["session.revoke", ...anns, "", "all 1 of (erased)"],
        ["sign-in.refused", "unknown", null, "", "(erased)", "wrong password"],
        ["member.rename", ...none, "", "now (erased)"],
        ["member.invite", ...none, expect.stringMatching(/^inv_/), "member, dora@example.com"],
        ["member.role", ...none, cleo.member.id, "Ben <cleo@example.com>: member to reviewer"],
        ["member.join", ...none, "", "owner, invited by command line (root)"]
      ])
      expect(JSON.stringify(after)).not.toMatch(/ben@example|Benjamin/i)
      expect(yield* erasePerson(accountId, email)).toMatchObject({ auditEntries: 0 })
    }))
  )

  it(
    "keeps the names of people who joined by their invitation or removed them, without their own name",
    inHouse(Effect.gen(function*() {
      const { accountId, ann: { member: ann } } = yield* withOwner
      const { member: ben } = yield* join(accountId, "owner", email)
      const byBen = { name: "Ben <ben@example.com>", memberId: ben.id, address: "" }
      const { token } = yield* inviteMember({ accountId, role: "member", email: null, actor: byBen })
      const given = { ...browser, token, name: "Cleo", email: "cleo@example.com", password: "a goose on the roof" }
      const { member: cleo } = yield* acceptInvitation(given)
      const byAnn = { name: "Ann <ann@example.com>", memberId: ann.id, address: "192.0.2.9" }
      yield* removeMember({ accountId, id: ben.id, actor: byAnn })
      yield* erasePerson(accountId, email)
      const entries = yield* (yield* AuditLog).list({ accountId, limit: 2, action: "member" })
      expect(entries).toMatchObject([
        {
          action: "member.remove",
          actor: byAnn.name,
          memberId: ann.id,
          address: "192.0.2.9",
          target: "",
          detail: "(erased)"
        },
        { actor: "Cleo <cleo@example.com>", memberId: cleo.id, target: cleo.id, detail: "member, invited by (erased)" }
      ])
    }))
  )

  it("reports what it has changed", () => {
    const none = { requests: 0, leads: 0, rules: 0, members: 0, auditEntries: 0, decisions: 0, links: 0 }
    expect(formatErasure(none)).toBe("nothing stored")
    expect(formatErasure({ ...none, auditEntries: 6, decisions: 1 })).toBe("6 audit entries, 1 decision")
    expect(formatErasure({ requests: 1, leads: 2, rules: 1, members: 1, auditEntries: 1, decisions: 3, links: 1 }))
      .toBe(
        "1 request, 2 leads, 1 rule, 1 member or invitation, 1 audit entry, 3 decisions, 1 reported link"
      )
  })
})
