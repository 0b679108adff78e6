import { Context, type Effect, Schema } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import type { CompiledBlockRules } from "./CompiledBlockRules.ts"

/**
 * Block or allow rule of an account. `value` is canonical:
 * - `email`: a whole address, key form (see `mailboxKey`)
 * - `domain`: an ASCII domain; it covers all its subdomains
 * - `cidr`: an IPv4 or IPv6 network in canonical form, host bits zero
 * - `country`: ISO 3166-1 alpha-2, upper-case
 *
 * An `allow` rule wins over `block` rules: an address or domain over both kinds of address rules, a network over networks and
 * countries, a country over countries.
 */
export interface BlockRule {
  readonly id: number
  readonly accountId: AccountId
  readonly kind: BlockRuleKind
  readonly action: "block" | "allow"
  readonly value: string
  /** Free text of the author. */
  readonly note: string
  readonly createdAt: Date
}

export type BlockRuleKind = "email" | "domain" | "cidr" | "country"

export class BlockRuleNotFound extends Schema.TaggedError<BlockRuleNotFound>()("BlockRuleNotFound", {
  id: Schema.Int
}) {}

export class BlockRules extends Context.Service<BlockRules, {
  /** Returns the compiled rules, at most one second old (`blockRulesStaleMillisMax`). */
  readonly compiled: (accountId: AccountId) => Effect.Effect<CompiledBlockRules>
  /** Adds a rule. If one with the same kind, action and value exists, it is kept, and its note is replaced unless the new note is empty. */
  readonly add: (rule: Omit<BlockRule, "id">) => Effect.Effect<BlockRule>
  /** Returns the rule with this kind, action and value, or null. */
  readonly find: (
    rule: Pick<BlockRule, "accountId" | "kind" | "action" | "value">
  ) => Effect.Effect<BlockRule | null>
  readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<BlockRule>>
  readonly count: (accountId: AccountId) => Effect.Effect<number>
  readonly remove: (accountId: AccountId, id: number) => Effect.Effect<void, BlockRuleNotFound>
}>()("gatehouse/core/block-rules/BlockRules") {}
