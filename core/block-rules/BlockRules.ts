import { Context, type Effect, Schema } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import type { CompiledBlockRules } from "./CompiledBlockRules.ts"

/**
 * Block or allow rule of an account. `value` is canonical:
 * - `email`: a whole address in the form of `mailboxKey`
 * - `domain`: an ASCII domain, which covers all its subdomains
 * - `cidr`: an IPv4 or IPv6 network in canonical form, with host bits zero
 * - `country`: an ISO 3166-1 alpha-2 code in upper case
 *
 * An `allow` rule overrides `block` rules: for an address or domain, those for addresses and domains; for a network,
 * those for networks and countries; for a country, those for countries.
 */
export interface BlockRule {
  readonly id: number
  readonly accountId: AccountId
  readonly kind: BlockRuleKind
  readonly action: "block" | "allow"
  readonly value: string
  /** Free text by the author of the rule. */
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
  /**
   * Adds a rule. If a rule with the same kind, action and value exists, only its note is replaced. An empty note
   * replaces nothing.
   */
  readonly add: (rule: Omit<BlockRule, "id">) => Effect.Effect<BlockRule>
  /** Returns the rule with this kind, action and value, or null. */
  readonly find: (
    rule: Pick<BlockRule, "accountId" | "kind" | "action" | "value">
  ) => Effect.Effect<BlockRule | null>
  readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<BlockRule>>
  readonly count: (accountId: AccountId) => Effect.Effect<number>
  readonly remove: (accountId: AccountId, id: number) => Effect.Effect<void, BlockRuleNotFound>
}>()("gatehouse/core/block-rules/BlockRules") {}
