import { Effect } from "effect"
import { expect } from "vitest"
import type { AuditAction, AuditEntry } from "../../core/members/AuditEntry.ts"
import { AuditLog } from "../../core/ports/AuditLog.ts"
import { onEveryStorage } from "../support/Storages.ts"

const entry = (action: AuditAction, changes: Partial<AuditEntry> = {}): Omit<AuditEntry, "id"> => ({
  accountId: "acc_1",
  at: new Date(1_700_000_000_000),
  actor: "Ann <ann@example.com>",
  memberId: "mem_1",
  action,
  target: "key_1",
  detail: "‮'; DROP TABLE audit_log; --<script>",
  address: "192.0.2.1",
  ...changes
})

onEveryStorage("AuditLog", ({ testAlone: test }) => {
  test(
    "tells what was done, newest first, page by page, of one account",
    Effect.gen(function*() {
      const log = yield* AuditLog
      const deeds = [entry("set-up", { memberId: null }), entry("key.create"), entry("key.revoke"), entry("sign-out")]
      for (const deed of deeds) yield* log.append(deed)
      yield* log.append(entry("key.create", { accountId: "acc_2" }))
      const all = yield* log.list({ accountId: "acc_1", limit: 10 })
      expect(all).toEqual(deeds.toReversed().map((deed) => ({ id: expect.any(Number), ...deed })))
      expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a))
      expect(yield* log.list({ accountId: "acc_1", limit: 2 })).toEqual(all.slice(0, 2))
      expect(yield* log.list({ accountId: "acc_1", limit: 2, before: all[1]!.id })).toEqual(all.slice(2))
      expect(yield* log.list({ accountId: "acc_3", limit: 9 })).toEqual([])
      expect(yield* log.count("acc_1")).toBe(4)
      expect(yield* log.count("acc_2")).toBe(1)
      expect(yield* log.count("acc_3")).toBe(0)
    })
  )

  test(
    "finds an action, or all that begin with its word",
    Effect.gen(function*() {
      const log = yield* AuditLog
      for (const action of ["sign-in", "sign-in.refused", "key.create", "key.revoke", "sign-out"] as const) {
        yield* log.append(entry(action))
      }
      const found = (action: string) =>
        Effect.map(log.list({ accountId: "acc_1", limit: 9, action }), (all) => all.map((one) => one.action))
      expect(yield* found("key")).toEqual(["key.revoke", "key.create"])
      expect(yield* found("key.create")).toEqual(["key.create"])
      expect(yield* found("sign-in")).toEqual(["sign-in.refused", "sign-in"])
      for (const none of ["ke", "k%", "_ey", "key.", "sign", "", "'"]) expect(yield* found(none), none).toEqual([])
    })
  )

  test(
    "finds what one member did, also of one kind and by pages",
    Effect.gen(function*() {
      const log = yield* AuditLog
      const by = [["mem_1", "key.create"], ["mem_2", "key.create"], [null, "set-up"], ["mem_1", "sign-out"]] as const
      for (const [memberId, action] of by) yield* log.append(entry(action, { memberId }))
      yield* log.append(entry("sign-in", { accountId: "acc_2" }))
      const found = (filter: Partial<Parameters<typeof log.list>[0]>) =>
        log.list({ accountId: "acc_1", limit: 9, ...filter })
      const [last, first] = yield* found({ memberId: "mem_1" })
      expect([last!.action, first!.action]).toEqual(["sign-out", "key.create"])
      expect(yield* found({ memberId: "mem_1", action: "key" })).toEqual([first])
      expect(yield* found({ memberId: "mem_1", before: last!.id })).toEqual([first])
      expect(yield* found({ memberId: "mem_1", limit: 1 })).toEqual([last])
      for (const none of ["mem_3", "", "mem_", "null"]) expect(yield* found({ memberId: none }), none).toEqual([])
    })
  )

  test(
    "finds what was done on the command line, also of one kind and by pages",
    Effect.gen(function*() {
      const log = yield* AuditLog
      const by = [
        ["command line (root)", null, "key.create"],
        // Whoever calls themselves so has an id.
        ["command line (root) <ann@example.com>", "mem_1", "key.create"],
        ["command line (ann) of the (night) shift)", null, "rule.add"],
        ["Command line (root)", null, "key.create"],
        ["(erased)", null, "key.create"],
        ["somebody", null, "sign-in.refused"]
      ] as const
      for (const [actor, memberId, action] of by) yield* log.append(entry(action, { actor, memberId }))
      const foreign = { accountId: "acc_2", actor: "command line (root)", memberId: null }
      yield* log.append(entry("key.create", foreign))
      const found = (filter: Partial<Parameters<typeof log.list>[0]>) =>
        log.list({ accountId: "acc_1", limit: 9, onCommandLine: true, ...filter })
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
    "takes what is not waited for, and has it a while later",
    Effect.gen(function*() {
      const log = yield* AuditLog
      const list = log.list({ accountId: "acc_1", limit: 9 })
      const [never, soon] = [entry("sign-in.refused", { memberId: null }), entry("sign-in.refused", { target: "soon" })]
      yield* log.appendLater(never, 3_600_000)
      yield* log.appendLater(soon, 1)
      while ((yield* list).length === 0) yield* Effect.sleep(1)
      expect(yield* list).toEqual([{ id: expect.any(Number), ...soon }])
    })
  )

  test(
    "writes the words of entries anew, of one account, and nothing else of them",
    Effect.gen(function*() {
      const log = yield* AuditLog
      for (const n of [1, 2, 3]) yield* log.append(entry("key.create", { target: `key_${n}`, at: new Date(n) }))
      yield* log.append(entry("key.create", { accountId: "acc_2" }))
      const mine = log.list({ accountId: "acc_1", limit: 9 })
      const [third, second, first] = yield* mine
      const [foreign] = yield* log.list({ accountId: "acc_2", limit: 9 })
      const words = { actor: "(erased)", memberId: null, target: "", detail: "\u{1f600} \"'\\ (erased)", address: "" }
      const other = { ...words, actor: "Ben <ben@example.com>", memberId: "mem_2" }
      const unchanged = { accountId: "acc_9", at: new Date(9), action: "sign-in" } as const
      yield* log.rewrite("acc_1", [])
      yield* log.rewrite("acc_1", [
        { ...first!, ...words, ...unchanged },
        { ...third!, ...other },
        { ...foreign!, ...words }
      ])
      expect(yield* mine).toEqual([{ ...third, ...other }, second, { ...first, ...words }])
      expect(yield* log.list({ accountId: "acc_2", limit: 9 })).toEqual([foreign])
    })
  )

  test(
    "is swept by age",
    Effect.gen(function*() {
      const log = yield* AuditLog
      for (const at of [1_000, 2_000, 3_000]) yield* log.append(entry("sign-in", { at: new Date(at) }))
      expect(yield* log.sweep(new Date(1_000))).toBe(0)
      expect(yield* log.sweep(new Date(3_000))).toBe(2)
      expect((yield* log.list({ accountId: "acc_1", limit: 9 })).map(({ at }) => at.getTime())).toEqual([3_000])
    })
  )
})
