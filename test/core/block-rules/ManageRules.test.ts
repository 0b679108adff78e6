import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Latch, Layer } from "effect"
import * as StorageMemory from "../../../adapters/storage/memory/StorageMemory.ts"
import { AuditLog } from "../../../core/audit/AuditLog.ts"
import { BlockRules } from "../../../core/block-rules/BlockRules.ts"
import { addRulesAs } from "../../../core/block-rules/ManageRules.ts"
import { EmailLists } from "../../../core/mail-addresses/EmailLists.ts"
import { PublicSuffixes } from "../../../core/urls/PublicSuffixes.ts"
import { operator } from "../members/House.ts"

const accountId = "acc_1"
const no = () => false
/** Email lists and public suffixes without entries. */
const lists = Layer.merge(
  Layer.succeed(EmailLists, EmailLists.of({ isDisposable: no, isPublicProvider: no, isRole: no })),
  Layer.succeed(
    PublicSuffixes,
    PublicSuffixes.of({ registrableDomain: () => null, isPublicSuffix: no, hasKnownTopLevel: no })
  )
)
const layer = Layer.mergeAll(StorageMemory.layer, lists)
const wanted = Array.from(
  { length: 5 },
  (_, n) => ({ kind: "domain", action: "allow", value: `n${n}.example`, note: "" }) as const
)

describe("adding many rules at once", () => {
  it.effect("adds and reports all of them if the caller disconnects meanwhile", () =>
    Effect.gen(function*() {
      const rules = yield* BlockRules
      const isUnderWay = yield* Latch.make()
      const slow = BlockRules.of({ ...rules, add: (rule) => Effect.andThen(isUnderWay.open, rules.add(rule)) })
      const adding = yield* Effect.forkChild(
        Effect.provideService(addRulesAs(operator, accountId, wanted), BlockRules, slow)
      )
      yield* isUnderWay.await
      yield* Fiber.interrupt(adding)
      expect(yield* rules.list(accountId)).toHaveLength(wanted.length)
      const items = yield* (yield* AuditLog).list({ accountId, limit: 10 })
      expect(items.map(({ action, detail }) => [action, detail])).toEqual([["rule.import", "5 new, 0 changed, of 5"]])
    }).pipe(Effect.provide(layer)))

  it.effect("writes no audit entry if no rule is new or changed", () =>
    Effect.gen(function*() {
      const log = yield* AuditLog
      yield* addRulesAs(operator, accountId, wanted)
      yield* addRulesAs(operator, accountId, wanted)
      yield* addRulesAs(operator, accountId, [{ ...wanted[0]!, value: "no domain" }])
      yield* addRulesAs(operator, accountId, [])
      expect(yield* log.count(accountId)).toBe(1)
      yield* addRulesAs(operator, accountId, [{ ...wanted[0]!, note: "why" }])
      expect(yield* log.count(accountId)).toBe(2)
    }).pipe(Effect.provide(layer)))
})
