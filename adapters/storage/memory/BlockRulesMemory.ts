import { Effect, Layer } from "effect"
import { type BlockRule, BlockRuleNotFound, BlockRules } from "../../../core/block-rules/BlockRules.ts"
import { compileBlockRules } from "../../../core/block-rules/CompiledBlockRules.ts"
import type { AccountId } from "../../../core/kernel/Ids.ts"

export const layer: Layer.Layer<BlockRules> = Layer.sync(BlockRules, () => {
  let rules: ReadonlyArray<BlockRule> = []
  let made = 0
  const of = (accountId: AccountId) => rules.filter((rule) => rule.accountId === accountId)
  const find = (wanted: Pick<BlockRule, "accountId" | "kind" | "action" | "value">) =>
    of(wanted.accountId).find(({ action, kind, value }) =>
      action === wanted.action && kind === wanted.kind && value === wanted.value
    )
  return BlockRules.of({
    find: (wanted) => Effect.sync(() => find(wanted) ?? null),
    compiled: (accountId) => Effect.sync(() => compileBlockRules(of(accountId))),
    add: (wanted) =>
      Effect.sync(() => {
        const same = find(wanted)
        const rule = same === undefined
          ? { ...wanted, id: ++made }
          : { ...same, note: wanted.note === "" ? same.note : wanted.note }
        rules = same === undefined ? [...rules, rule] : rules.map((one) => one === same ? rule : one)
        return rule
      }),
    list: (accountId) => Effect.sync(() => of(accountId)),
    count: (accountId) => Effect.sync(() => of(accountId).length),
    remove: (accountId, id) =>
      Effect.suspend(() => {
        const left = rules.filter((rule) => rule.id !== id || rule.accountId !== accountId)
        if (left.length === rules.length) return Effect.fail(new BlockRuleNotFound({ id }))
        rules = left
        return Effect.void
      })
  })
})
