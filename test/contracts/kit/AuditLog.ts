import { Effect } from "effect"
import type { AuditAction, AuditEntry } from "../../../core/audit/AuditEntry.ts"
import { AuditLog } from "../../../core/audit/AuditLog.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"
import { newAccountIds } from "./People.ts"

const entry = (
  accountId: string,
  action: AuditAction,
  changes: Partial<AuditEntry> = {}
): Omit<AuditEntry, "id"> => ({
  accountId,
  at: new Date(1_700_000_000_000),
  actor: "Ann <ann@example.com>",
  memberId: "mem_1",
  action,
  target: "key_1",
  detail: "‮'; DROP TABLE audit_log; --<script>",
  address: "192.0.2.1",
  ...changes
})

export const auditLogContract = contract<AuditLog>("AuditLog", ({ test, testIsolated }) => {
  test(
    "lists one account's actions, newest first, page by page",
    Effect.gen(function*() {
      const log = yield* AuditLog
      const [mine, other] = newAccountIds()
      const entries = [
        entry(mine, "set-up", { memberId: null }),
        entry(mine, "key.create"),
        entry(mine, "key.revoke"),
        entry(mine, "sign-out")
      ]
      for (const entry of entries) yield* log.append(entry)
      yield* log.append(entry(other, "key.create"))
      const all = yield* log.list({ accountId: mine, limit: 10 })
      expect(all.map(({ id: _id, ...entry }) => entry)).toEqual(entries.toReversed())
      for (const { id } of all) expect(typeof id).toBe("number")
      expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a))
      expect(yield* log.list({ accountId: mine, limit: 2 })).toEqual(all.slice(0, 2))
      expect(yield* log.list({ accountId: mine, limit: 2, before: all[1]!.id })).toEqual(all.slice(2))
      expect(yield* log.list({ accountId: "none", limit: 9 })).toEqual([])
      expect(yield* log.count(mine)).toBe(4)
      expect(yield* log.count(other)).toBe(1)
      expect(yield* log.count("none")).toBe(0)
    })
  )

  test(
    "finds one action or all with its prefix",
    Effect.gen(function*() {
      const log = yield* AuditLog
      const [mine, other] = newAccountIds()
      for (const action of ["sign-in", "sign-in.refused", "key.create", "key.revoke", "sign-out"] as const) {
        yield* log.append(entry(mine, action))
        yield* log.append(entry(other, action))
      }
      const found = (action: string) =>
        Effect.map(log.list({ accountId: mine, limit: 9, action }), (all) => all.map((one) => one.action))
      expect(yield* found("key")).toEqual(["key.revoke", "key.create"])
      expect(yield* found("key.create")).toEqual(["key.create"])
      expect(yield* found("sign-in")).toEqual(["sign-in.refused", "sign-in"])
      for (const none of ["ke", "k%", "_ey", "key.", "sign", "", "'"]) expect(yield* found(none), none).toEqual([])
    })
  )

  test(
    "finds one member's actions, also by kind and page",
    Effect.gen(function*() {
      const log = yield* AuditLog
      const by = [["mem_1", "key.create"], ["mem_2", "key.create"], [null, "set-up"], ["mem_1", "sign-out"]] as const
      const [mine, other] = newAccountIds()
      for (const [memberId, action] of by) {
        yield* log.append(entry(mine, action, { memberId }))
        yield* log.append(entry(other, action, { memberId }))
      }
      const found = (filter: Partial<Parameters<typeof log.list>[0]>) =>
        log.list({ accountId: mine, limit: 9, ...filter })
      const [last, first] = yield* found({ memberId: "mem_1" })
      expect([last!.action, first!.action]).toEqual(["sign-out", "key.create"])
      expect(yield* found({ memberId: "mem_1", action: "key" })).toEqual([first])
      expect(yield* found({ memberId: "mem_1", before: last!.id })).toEqual([first])
      expect(yield* found({ memberId: "mem_1", limit: 1 })).toEqual([last])
      for (const none of ["mem_3", "", "mem_", "null"]) expect(yield* found({ memberId: none }), none).toEqual([])
    })
  )

  test(
    "finds the command line's actions, also by kind and page",
    Effect.gen(function*() {
      const log = yield* AuditLog
      const by = [
        ["command line (root)", null, "key.create"],
        // A member may have a name that looks like the command line, but always has an id.
        ["command line (root) <ann@example.com>", "mem_1", "key.create"],
        ["command line (ann) of the (night) shift)", null, "rule.add"],
        ["Command line (root)", null, "key.create"],
        ["(erased)", null, "key.create"],
        ["somebody", null, "sign-in.refused"]
      ] as const
      const [mine, other] = newAccountIds()
      for (const [actor, memberId, action] of by) {
        yield* log.append(entry(mine, action, { actor, memberId }))
        yield* log.append(entry(other, action, { actor, memberId }))
      }
      const found = (filter: Partial<Parameters<typeof log.list>[0]>) =>
        log.list({ accountId: mine, limit: 9, onCommandLine: true, ...filter })
      const [last, first] = yield* found({})
      expect([last!.action, first!.action]).toEqual(["rule.add", "key.create"])
      expect(yield* found({})).toHaveLength(2)
      expect(yield* found({ action: "key" })).toEqual([first])
      expect(yield* found({ action: "key.revoke" })).toEqual([])
      expect(yield* found({ before: last!.id })).toEqual([first])
      expect(yield* found({ limit: 1 })).toEqual([last])
      expect(yield* found({ onCommandLine: false })).toHaveLength(by.length)
    })
  )

  test(
    "accepts posted entries and returns them a little later",
    Effect.gen(function*() {
      const log = yield* AuditLog
      const [mine] = newAccountIds()
      const list = log.list({ accountId: mine, limit: 9 })
      const never = entry(mine, "sign-in.refused", { memberId: null })
      const soon = entry(mine, "sign-in.refused", { target: "soon" })
      yield* log.appendAfterDelay(never, 3_600_000)
      yield* log.appendAfterDelay(soon, 1)
      while ((yield* list).length === 0) yield* Effect.sleep(1)
      expect((yield* list).map(({ id: _id, ...entry }) => entry)).toEqual([soon])
    })
  )

  test(
    "rewrites the texts of one account's entries and nothing else",
    Effect.gen(function*() {
      const log = yield* AuditLog
      const [mine, other] = newAccountIds()
      for (const n of [1, 2, 3]) yield* log.append(entry(mine, "key.create", { target: `key_${n}`, at: new Date(n) }))
      yield* log.append(entry(other, "key.create"))
      const list = log.list({ accountId: mine, limit: 9 })
      const [third, second, first] = yield* list
      const [foreign] = yield* log.list({ accountId: other, limit: 9 })
      const erased = { actor: "(erased)", memberId: null, target: "", detail: "\u{1f600} \"'\\ (erased)", address: "" }
      const otherWords = { ...erased, actor: "Ben <ben@example.com>", memberId: "mem_2" }
      const unchanged = { accountId: "acc_9", at: new Date(9), action: "sign-in" } as const
      yield* log.rewrite(mine, [])
      yield* log.rewrite(mine, [
        { ...first!, ...erased, ...unchanged },
        { ...third!, ...otherWords },
        { ...foreign!, ...erased }
      ])
      expect(yield* list).toEqual([{ ...third, ...otherWords }, second, { ...first, ...erased }])
      expect(yield* log.list({ accountId: other, limit: 9 })).toEqual([foreign])
    })
  )

  testIsolated(
    "is swept by age in every account",
    Effect.gen(function*() {
      const log = yield* AuditLog
      const accounts = newAccountIds()
      for (const accountId of accounts) {
        for (const at of [1_000, 2_000, 3_000]) yield* log.append(entry(accountId, "sign-in", { at: new Date(at) }))
      }
      expect(yield* log.sweep(new Date(1_000))).toBe(0)
      expect(yield* log.sweep(new Date(3_000))).toBe(4)
      for (const accountId of accounts) {
        expect((yield* log.list({ accountId, limit: 9 })).map(({ at }) => at.getTime())).toEqual([3_000])
      }
    })
  )
})
