import { Clock, Effect, Schema } from "effect"
import { plainLine } from "../kernel/PlainLine.ts"
import type { BlockRule } from "./BlockRule.ts"
import { BlockRules } from "./BlockRules.ts"
import { canonicalRuleValue } from "./BlockRuleValue.ts"

/** Rules of an account: all of them are held in memory, ready to match. */
export const blockRulesMax = 20_000

export class TooManyBlockRules extends Schema.TaggedError<TooManyBlockRules>()("TooManyBlockRules", {}) {
  override get message(): string {
    return `An account can have ${blockRulesMax} rules: remove some, or block a domain, a network or a country in place of many.`
  }
}

export interface PlacedRule {
  readonly rule: BlockRule
  /** The same rule again is `kept`, and `changed` where it took over a newer note. */
  readonly became: "new" | "changed" | "kept"
}

/** Adds a rule of an account's own, in canonical form. The same again is the same rule, with the newer note. */
export const addBlockRule = Effect.fn("addBlockRule")(function*(wanted: Omit<BlockRule, "id" | "createdAt">) {
  const value = yield* Effect.fromResult(canonicalRuleValue(wanted.kind, wanted.value))
  const rules = yield* BlockRules
  const before = yield* rules.find({ ...wanted, value })
  if (before === null && (yield* rules.count(wanted.accountId)) >= blockRulesMax) return yield* new TooManyBlockRules()
  const createdAt = new Date(yield* Clock.currentTimeMillis)
  const rule = yield* rules.add({ ...wanted, value, note: plainLine(wanted.note), createdAt })
  const became: PlacedRule["became"] = before === null ? "new" : before.note === rule.note ? "kept" : "changed"
  return { rule, became }
})
