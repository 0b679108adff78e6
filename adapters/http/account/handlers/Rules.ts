import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { type BlockRule, BlockRules } from "../../../../core/block-rules/BlockRules.ts"
import { addRuleAs, addRulesAs, type BlockRuleInput, removeRuleAs } from "../../../../core/block-rules/ManageRules.ts"
import { testBlockRules } from "../../../../core/block-rules/TestBlockRules.ts"
import { AccountApi } from "../api/AccountApi.ts"
import { NotFound } from "../api/AccountFailures.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { currentActor } from "../session/CurrentActor.ts"
import { invalidField } from "./Failures.ts"

export const rules = HttpApiBuilder.group(AccountApi, "rules", (handlers) =>
  handlers
    .handle("list", () => list)
    .handle("add", ({ payload }) => add(payload))
    .handle("import", ({ payload }) => importRules(payload.rules))
    .handle("remove", ({ params }) => remove(params.id))
    .handle("test", ({ payload }) => test(payload.value)))

const list = Effect.gen(function*() {
  const { accountId } = yield* CurrentMember
  return (yield* (yield* BlockRules).list(accountId)).map(toRuleView)
})

const add = Effect.fnUntraced(function*({ force = false, ...input }: BlockRuleInput & { readonly force?: boolean }) {
  const { accountId } = yield* CurrentMember
  const { became, rule } = yield* Effect.catchTags(addRuleAs(yield* currentActor, accountId, input, { force }), {
    InvalidBlockRule: invalidField("value"),
    TooManyBlockRules: invalidField("value"),
    RuleTooBroad: invalidField("force")
  })
  return { ...toRuleView(rule), became }
})

const importRules = Effect.fnUntraced(function*(input: ReadonlyArray<BlockRuleInput>) {
  const { accountId } = yield* CurrentMember
  const added = yield* addRulesAs(yield* currentActor, accountId, input)
  return added.map(({ became, problem, rule }) => ({ rule: rule === null ? null : toRuleView(rule), became, problem }))
})

const remove = Effect.fnUntraced(function*(id: number) {
  const { accountId } = yield* CurrentMember
  yield* Effect.catchTag(
    removeRuleAs(yield* currentActor, accountId, id),
    "BlockRuleNotFound",
    () => new NotFound({ message: "This rule was already removed." })
  )
})

const test = Effect.fnUntraced(function*(value: string) {
  const { accountId } = yield* CurrentMember
  const tested = yield* Effect.catchTag(testBlockRules(accountId, value), "InvalidBlockRule", invalidField("value"))
  return { ...tested, rules: tested.rules.map(toRuleView) }
})

const toRuleView = (rule: BlockRule) => ({
  id: rule.id,
  kind: rule.kind,
  action: rule.action,
  value: rule.value,
  note: rule.note,
  createdAt: rule.createdAt.getTime()
})
