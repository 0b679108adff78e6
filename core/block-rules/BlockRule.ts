import type { AccountId } from "../kernel/Ids.ts"

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
