import { Effect } from "effect"
import { expect, it } from "vitest"
import { AuditLog } from "../../../core/audit/AuditLog.ts"
import { removeMember, renameMember } from "../../../core/members/administration/ManageMembers.ts"
import { erasePerson } from "../../../core/privacy/ErasePerson.ts"
import { inHouse, join, operator, withOwner } from "../members/House.ts"

const email = `${"b".repeat(64)}@${["e".repeat(63), "f".repeat(58), "g".repeat(58), "example"].join(".")}`

it(
  "finds and erases the longest name and address in every entry, for current and removed members",
  inHouse(Effect.gen(function*() {
    const { accountId } = yield* withOwner
    const { member } = yield* join(accountId, "member", email)
    for (const letter of ["x", "y"]) yield* renameMember({ member, name: letter.repeat(100), address: "" })
    yield* removeMember({ accountId, id: member.id, actor: operator })
    yield* erasePerson(accountId, email)
    const entries = yield* (yield* AuditLog).list({ accountId, limit: 200 })
    const kept = JSON.stringify(entries)
    for (const part of ["bbbb", "eeee", "xxxx", "yyyy"]) expect(kept).not.toContain(part)
    expect(entries.length).toBeGreaterThan(5)
  }))
)
