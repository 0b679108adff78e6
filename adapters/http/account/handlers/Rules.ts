import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { addBlockRule } from "../../../../core/accounts/AddBlockRule.ts"
import type { BlockRule } from "../../../../core/accounts/BlockRule.ts"
import { testBlockRules } from "../../../../core/accounts/TestBlockRules.ts"
import { BlockRules } from "../../../../core/ports/BlockRules.ts"
import { AccountApi } from "../api/AccountApi.ts"
import { NotThere } from "../api/AccountFailures.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { audited } from "./Audited.ts"
import { refusedFor } from "./RefusedFor.ts"

export const rules = HttpApiBuilder.group(AccountApi, "rules", (handlers) =>
  handlers
    .handle("list", () => list)
    .handle("add", ({ payload }) => add(payload))
    .handle("remove", ({ params }) => remove(params.id))
    .handle("test", ({ payload }) => test(payload.value)))

const list = Effect.gen(function*() {
  const { accountId } = yield* CurrentMember
  return (yield* (yield* BlockRules).list(accountId)).map(ruleShown)
})

const add = Effect.fnUntraced(function*(wanted: Pick<BlockRule, "kind" | "action" | "value" | "note">) {
  const { accountId } = yield* CurrentMember
  const rule = yield* Effect.catchTags(addBlockRule({ accountId, ...wanted }), {
    InvalidBlockRule: refusedFor("value"),
    TooManyBlockRules: refusedFor("value")
  })
  yield* audited("rule.add", String(rule.id), `${rule.action} ${rule.kind} ${rule.value}`)
  return ruleShown(rule)
})

const remove = Effect.fnUntraced(function*(id: number) {
  const { accountId } = yield* CurrentMember
  const blockRules = yield* BlockRules
  const rule = (yield* blockRules.list(accountId)).find((one) => one.id === id)
  const isGone = () => new NotThere({ message: `There is no rule ${id}.` })
  if (rule === undefined) return yield* isGone()
  yield* Effect.catchTag(blockRules.remove(accountId, id), "BlockRuleNotFound", isGone)
  yield* audited("rule.remove", String(id), `${rule.action} ${rule.kind} ${rule.value}`)
})

const test = Effect.fnUntraced(function*(value: string) {
  const { accountId } = yield* CurrentMember
  const tested = yield* Effect.catchTag(testBlockRules(accountId, value), "InvalidBlockRule", refusedFor("value"))
  return { ...tested, rules: tested.rules.map(ruleShown) }
})

const ruleShown = (rule: BlockRule) => ({
  id: rule.id,
  kind: rule.kind,
  action: rule.action,
  value: rule.value,
  note: rule.note,
  createdAt: rule.createdAt.getTime()
})
