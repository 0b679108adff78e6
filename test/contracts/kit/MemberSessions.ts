import { Effect } from "effect"
import type { Accounts } from "../../../core/accounts/Accounts.ts"
import type { Secrets } from "../../../core/kernel/Secrets.ts"
import type { Invitations } from "../../../core/members/Invitations.ts"
import type { Members } from "../../../core/members/Members.ts"
import { MemberSessions } from "../../../core/members/sessions/MemberSessions.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"
import { createAccountId, createMember, newSession } from "./People.ts"

export const memberSessionsContract = contract<MemberSessions | Accounts | Invitations | Members | Secrets>(
  "MemberSessions",
  ({ test, testIsolated }) => {
    test(
      "are found by the digest of their token, and listed by last use",
      Effect.gen(function*() {
        const sessions = yield* MemberSessions
        const { id } = yield* createMember(yield* createAccountId)
        const other = yield* createMember(yield* createAccountId)
        const [first, second, third] = [newSession(id), newSession(id), newSession(id)]
        const foreign = newSession(other.id)
        yield* Effect.forEach([first, second, third, foreign], sessions.create)
        expect(yield* sessions.find(second.digest)).toEqual(second)
        expect(yield* sessions.find("unknown")).toBe(null)
        yield* sessions.recordSeen(first.id, new Date(60_000))
        const used = { ...first, lastSeenAt: new Date(60_000) }
        expect(yield* sessions.list(id)).toEqual([used, third, second])
        expect(yield* sessions.find(first.digest)).toEqual(used)
      })
    )

    test(
      "are listed newest first if their last use is the same",
      Effect.gen(function*() {
        const sessions = yield* MemberSessions
        const { id } = yield* createMember(yield* createAccountId)
        const at = { lastSeenAt: new Date(60_000) }
        const [first, second, third] = [newSession(id, at), newSession(id, at), newSession(id, at)]
        yield* Effect.forEach([second, third, first], sessions.create)
        expect(yield* sessions.list(id)).toEqual([third, second, first])
      })
    )

    test(
      "are ended singly, all but one, or all, but never another member's",
      Effect.gen(function*() {
        const sessions = yield* MemberSessions
        const { id } = yield* createMember(yield* createAccountId)
        const other = yield* createMember(yield* createAccountId)
        const [first, second, third, fourth] = [newSession(id), newSession(id), newSession(id), newSession(id)]
        const foreign = newSession(other.id)
        yield* Effect.forEach([first, second, third, fourth, foreign], sessions.create)
        expect(yield* sessions.remove(other.id, first.id)).toBe(false)
        expect(yield* sessions.remove(id, first.id)).toBe(true)
        expect(yield* sessions.remove(id, first.id)).toBe(false)
        expect(yield* sessions.find(first.digest)).toBe(null)
        expect(yield* sessions.removeAll(id, third.id)).toBe(2)
        expect(yield* sessions.list(id)).toEqual([third])
        expect(yield* sessions.removeAll(id, null)).toBe(1)
        expect(yield* sessions.list(id)).toEqual([])
        expect(yield* sessions.list(other.id)).toEqual([foreign])
      })
    )

    testIsolated(
      "are swept if idle for too long or too old",
      Effect.gen(function*() {
        const sessions = yield* MemberSessions
        const { id } = yield* createMember(yield* createAccountId)
        const at = (millis: number) => new Date(1_700_000_000_000 + millis)
        const idle = newSession(id, { lastSeenAt: at(0), expiresAt: at(900) })
        const old = newSession(id, { lastSeenAt: at(500), expiresAt: at(99) })
        const live = newSession(id, { lastSeenAt: at(500), expiresAt: at(100) })
        yield* Effect.forEach([idle, old, live], sessions.create)
        expect(yield* sessions.sweep(at(0), at(99))).toBe(0)
        expect(yield* sessions.sweep(at(1), at(100))).toBe(2)
        expect(yield* sessions.list(id)).toEqual([live])
      })
    )
  }
)
