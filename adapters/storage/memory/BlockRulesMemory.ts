import { Effect, Layer } from "effect"
import { type BlockRule, BlockRuleNotFound, BlockRules } from "../../../core/block-rules/BlockRules.ts"
import { compileBlockRules } from "../../../core/block-rules/CompiledBlockRules.ts"
import type { AccountId } from "../../../core/kernel/Ids.ts"

export const layer: Layer.Layer<BlockRules> = Layer.sync(BlockRules, () => {
  let rules: ReadonlyArray<BlockRule> = []
  let lastId = 0
  const of = (accountId: AccountId) => rules.filter((rule) => rule.accountId === accountId)
  const find = (input: Pick<BlockRule, "accountId" | "kind" | "action" | "value">) =>
    of(input.accountId).find(({ action, kind, value }) =>
      action === input.action && kind === input.kind && value === input.value
    )
  return BlockRules.of({
    find: (input) => Effect.sync(() => find(input) ?? null),
    compiled: (accountId) => Effect.sync(() => compileBlockRules(of(accountId))),
    add: (input) =>
      Effect.sync(() => {
        const same = find(input)
        const rule = same === undefined
          ? { ...input, id: ++lastId }
          : { ...same, note: input.note === "" ? same.note : input.note }
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
