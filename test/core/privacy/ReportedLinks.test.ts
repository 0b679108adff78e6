import { Effect } from "effect"
import { expect, it } from "vitest"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { commandLineActorName, formerMemberName, isCommandLineEntry } from "../../../core/audit/ActorName.ts"
import { audit } from "../../../core/audit/Audit.ts"
import { AuditLog } from "../../../core/audit/AuditLog.ts"
import { inviteMember } from "../../../core/members/administration/ManageInvitations.ts"
import { erasePerson } from "../../../core/privacy/ErasePerson.ts"
import { exportPerson } from "../../../core/privacy/ExportPerson.ts"
import { findPerson, personCounts } from "../../../core/privacy/FindPerson.ts"
import type { Submission } from "../../../core/submissions/Submission.ts"
import { Submissions } from "../../../core/submissions/Submissions.ts"
import { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"
import { operatorEntry } from "../../contracts/kit/BlocklistEntries.ts"
import { inHouse, join, withOwner } from "../members/House.ts"

const email = "ben@example.com"

const report = Effect.fnUntraced(function*(accountId: string, query: string, changes: Partial<Submission> = {}) {
  return yield* (yield* Submissions).add({
    url: `https://bad.example/?${query}`,
    canonicalUrl: `bad.example/?${decodeURIComponent(query)}`,
    accountId,
    state: "pending",
    createdAt: new Date(1),
    reviewedAt: null,
    reviewer: null,
    rejection: null,
    entryId: null,
    triageRisk: 30,
    triageReasons: [{ code: "LURE_WORDS", message: "It speaks of logging in." }],
    forwarded: null,
    ...changes
  })
})

it(
  "a reported link stays, without the recipient's address in any escaping",
  inHouse(Effect.gen(function*() {
    const { accountId } = yield* withOwner
    const other = yield* createAccount("other")
    const listed = {
      code: "LISTED",
      message: "Already listed by blocklist entry 1, url bad.example/?m=ben@example.com."
    }
    const made = [
      yield* report(accountId, "m=ben@example.com&n=1"),
      yield* report(other.id, "m=BEN%40example.com&n=1"),
      yield* report(accountId, "n=2", { state: "rejected", rejection: "Ben (ben@example.com) wrote it himself" }),
      yield* report(accountId, "n=3", { triageReasons: [listed] }),
      yield* report(accountId, "m=reuben%40example.com")
    ]
    const [, theirs] = made
    expect(personCounts(yield* findPerson(accountId, email)).links).toBe(4)
    expect(personCounts(yield* findPerson(other.id, email)).links).toBe(1)
    const file = yield* exportPerson(accountId, email)
    expect(file.submissions.map(({ url }) => url)).toEqual(made.slice(0, 4).toReversed().map(({ url }) => url))
    expect(file.submissions[1]).toMatchObject({
      state: "rejected",
      rejection: "Ben (ben@example.com) wrote it himself"
    })

    expect((yield* erasePerson(other.id, email)).links).toBe(1)
    const submissions = yield* Submissions
    expect(yield* submissions.get(theirs!.id)).toMatchObject({ url: "https://bad.example/?m=(erased)&n=1" })
    expect((yield* erasePerson(accountId, email)).links).toBe(3)
    const left = (yield* submissions.list({ limit: 9 })).toReversed()
    expect(left.map(({ url }) => url)).toEqual([
      "https://bad.example/?m=(erased)&n=1",
      "https://bad.example/?m=(erased)&n=1",
      "https://bad.example/?n=2",
      "https://bad.example/?n=3",
      "https://bad.example/?m=reuben%40example.com"
    ])
    expect(left[2]!.rejection).toBe("Ben (ben@example.com) wrote it himself".replace(email, "(erased)"))
    expect(left[3]!.triageReasons[0]!.message).toContain("url bad.example/?m=(erased).")
    expect(JSON.stringify(left.slice(0, 4))).not.toMatch(/ben(?:@|%40)example/i)
    // The other fields of the links are unchanged.
    expect(left.map(({ createdAt, id, state, triageRisk }) => [id, state, triageRisk, createdAt])).toEqual(
      made.map(({ createdAt, id, state, triageRisk }) => [id, state, triageRisk, createdAt])
    )
    expect(yield* erasePerson(accountId, email)).toMatchObject({ links: 0 })
  }))
)

it(
  "a blocklist entry for such a link is removed, and one that only mentions the person keeps its other data",
  inHouse(Effect.gen(function*() {
    const { accountId } = yield* withOwner
    const other = yield* createAccount("other")
    const blocklist = yield* Blocklist
    const put = (kind: "url" | "host", expression: string, changes: Parameters<typeof operatorEntry>[2] = {}) =>
      blocklist.put(operatorEntry(kind, expression, changes))
    yield* put("url", "bad.example/?m=ben@example.com")
    const spoken = yield* put("host", "worse.example", { reason: "sent to ben@example.com", author: email })
    const signed = yield* put("host", "signed.example", { author: "Ben B. <ben@example.com>" })
    const others = yield* put("url", "bad.example/?m=reuben@example.com")
    const file = yield* exportPerson(accountId, email)
    expect(file.blocklistEntries.map(({ expression }) => expression)).toEqual([
      "worse.example",
      "bad.example/?m=ben@example.com"
    ])
    expect(yield* erasePerson(other.id, email)).toMatchObject({ links: 0, decisions: 0 })
    expect(yield* erasePerson(accountId, email)).toMatchObject({ links: 2, decisions: 2 })
    expect((yield* blocklist.list({ limit: 9 })).toReversed()).toEqual([
      { ...spoken, reason: "sent to (erased)", author: formerMemberName },
      { ...signed, author: formerMemberName },
      others
    ])
    expect(yield* erasePerson(accountId, email)).toMatchObject({ links: 0, decisions: 0 })
  }))
)

it(
  "command-line audit entries become anonymous under every name of the person",
  inHouse(Effect.gen(function*() {
    const { accountId } = yield* withOwner
    const { member } = yield* join(accountId, "reviewer", email)
    const names = [member.name, email, "Benny <ben@example.com>", "root", "Bob", "Reuben <reuben@example.com>"]
    for (const name of names) {
      const actor = { name: commandLineActorName(name), memberId: null, address: "" }
      yield* audit({ accountId, actor, action: "blocklist.add", target: "1", detail: "block host bad.example" })
    }
    const byBen = { name: commandLineActorName(member.name), memberId: null, address: "" }
    yield* inviteMember({ accountId, role: "member", email: "cleo@example.com", actor: byBen })
    const mine = (yield* AuditLog).list({ accountId, limit: 99 })
    const before = yield* mine
    const { auditEntries } = yield* erasePerson(accountId, email)
    const after = yield* mine
    expect(after.filter((entry, n) => JSON.stringify(entry) !== JSON.stringify(before[n]))).toHaveLength(auditEntries)
    const erased = commandLineActorName("(erased)")
    expect(after.filter(({ action }) => action === "blocklist.add").map(({ actor }) => actor).toReversed()).toEqual([
      erased,
      erased,
      erased,
      ...names.slice(3).map(commandLineActorName)
    ])
    expect(after[0]).toMatchObject({ action: "member.invite", actor: erased, detail: "member, cleo@example.com" })
    expect(JSON.stringify(after)).not.toMatch(/(?<!reu)ben@example|Benny|line \(Ben\)/)
    expect(yield* erasePerson(accountId, email)).toMatchObject({ auditEntries: 0 })
    // The entries of the command line can still be recognized.
    const onCommandLine = (entries: typeof after) => entries.filter(isCommandLineEntry).map(({ id }) => id)
    expect(onCommandLine(after)).toEqual(onCommandLine(before))
  }))
)

it(
  "members who joined by the person's link keep that entry without the name",
  inHouse(Effect.gen(function*() {
    const { accountId } = yield* withOwner
    const { member } = yield* join(accountId, "reviewer", email)
    const detail = (name: string) => `member, invited by ${commandLineActorName(name)}`
    const actor = { name: "Cleo <cleo@example.com>", memberId: "mem_cleo", address: "" }
    for (const name of [member.name, "root"]) {
      yield* audit({ accountId, actor, action: "member.join", target: "mem_cleo", detail: detail(name) })
    }
    yield* erasePerson(accountId, email)
    const joins = yield* (yield* AuditLog).list({ accountId, limit: 2, action: "member.join" })
    expect(joins).toMatchObject([
      { actor: actor.name, detail: detail("root") },
      { actor: actor.name, detail: detail("(erased)") }
    ])
  }))
)
