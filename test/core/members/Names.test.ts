import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { actorName } from "../../../core/audit/ActorName.ts"
import { AuditLog } from "../../../core/audit/AuditLog.ts"
import { sanitizeLine } from "../../../core/kernel/SanitizeLine.ts"
import { renameMember } from "../../../core/members/administration/ManageMembers.ts"
import { inHouse, tagOf, withOwner } from "./House.ts"

describe("a member's name", () => {
  it(
    "may contain joiners and direction marks, but no direction overrides or line separators",
    inHouse(Effect.gen(function*() {
      const { ann } = yield* withOwner
      const rename = (name: string) => renameMember({ member: ann.member, name, address: "192.0.2.1" })
      for (const sign of ["\u202e", "\u202a", "\u2066", "\u2028", "\u2029"]) {
        expect(yield* tagOf(rename(`nnA${sign} nneB`))).toBe("InvalidMember")
      }
      // Joiners and direction marks are allowed, because some names contain them.
      for (const name of ["می‌خواهم", "Åsa \u{1f469}\u200d\u{1f4bb}", "\u200fדנה"]) {
        expect((yield* rename(name)).name).toBe(name)
      }
    }))
  )

  it(
    "is never an email address in the audit log",
    inHouse(Effect.gen(function*() {
      const { accountId, ann } = yield* withOwner
      const self = { member: ann.member, address: "192.0.2.1" }
      yield* renameMember({ ...self, name: "Ben <ben@example.com>" })
      yield* renameMember({ ...self, name: "Ann" })
      const [last] = yield* (yield* AuditLog).list({ accountId, limit: 1 })
      expect(last?.actor).toBe("Ben ben@example.com <Ann@example.com>")
    }))
  )
})

describe("a line of the audit log", () => {
  it("is one line in one direction", () => {
    expect(sanitizeLine("a\nb\u2028c\u2029d\u202ee\u2067f\u200fg", 100)).toBe("a b c d e f g")
    expect(sanitizeLine("a".repeat(300), 200)).toHaveLength(200)
    expect(actorName({ name: "Ann", email: "ann@example.com" })).toBe("Ann <ann@example.com>")
  })
})
