import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import type { BlockRule } from "./BlockRule.ts"
import type { CompiledBlockRules } from "./CompiledBlockRules.ts"

export class BlockRuleNotFound extends Schema.TaggedError<BlockRuleNotFound>()("BlockRuleNotFound", {
  id: Schema.Int
}) {}

/** The block rules of each account. */
export class BlockRules extends Context.Service<BlockRules, {
  /** Ready to match; at most a second old (`blockRulesStaleMillisMax`). */
  readonly compiled: (accountId: AccountId) => Effect.Effect<CompiledBlockRules>
  /** Adds a rule. The one with the same kind, action and value stays, and takes over the note unless that is empty. */
  readonly add: (rule: Omit<BlockRule, "id">) => Effect.Effect<BlockRule>
  /** The one rule of this kind, action and value; null where there is none. */
  readonly find: (
    rule: Pick<BlockRule, "accountId" | "kind" | "action" | "value">
  ) => Effect.Effect<BlockRule | null>
  readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<BlockRule>>
  readonly count: (accountId: AccountId) => Effect.Effect<number>
  readonly remove: (accountId: AccountId, id: number) => Effect.Effect<void, BlockRuleNotFound>
}>()("gatehouse/core/block-rules/BlockRules") {}
