import { Context, type Effect, Schema } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import type { CompiledBlockRules } from "./CompiledBlockRules.ts"

/**
 * One of an account's own rules. `value` is canonical:
 * - `email`: a whole address, key form (see `emailKey`)
 * - `domain`: an ASCII domain; it covers all its subdomains
 * - `cidr`: an IPv4 or IPv6 network in canonical form, host bits zero
 * - `country`: ISO 3166-1 alpha-2, upper-case
 *
 * An `allow` rule wins over `block` rules: an address or domain over both kinds of address rules, a network over networks
 * and countries, a country over countries.
 */
export interface BlockRule {
  readonly id: number
  readonly accountId: AccountId
  readonly kind: BlockRuleKind
  readonly action: "block" | "allow"
  readonly value: string
  /** Free text of who added it. */
  readonly note: string
  readonly createdAt: Date
}

export type BlockRuleKind = "email" | "domain" | "cidr" | "country"

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
