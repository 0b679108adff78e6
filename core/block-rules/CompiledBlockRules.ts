import type { IpAddress } from "../kernel/networks/IpAddress.ts"
import { makeNetworkSet } from "../kernel/networks/NetworkSet.ts"
import type { EmailAddress } from "../mail-addresses/EmailAddress.ts"
import { mailboxKey } from "../mail-addresses/MailboxKey.ts"
import type { BlockRule } from "./BlockRules.ts"

/** Compiled rules of an account. An `allow` rule overrides `block` rules as documented for `BlockRule`. */
export interface CompiledBlockRules {
  readonly isEmpty: boolean
  readonly blocksEmail: (address: EmailAddress) => boolean
  readonly blocksIp: (ip: IpAddress) => boolean
  /**
   * Reports whether a visitor's country is blocked. An `allow` rule for the IP address overrides the block.
   *
   * @param country ISO 3166-1 alpha-2, or null for an unknown country, which is never blocked
   */
  readonly blocksCountry: (country: string | null, ip: IpAddress) => boolean
}

export const compileBlockRules = (rules: ReadonlyArray<BlockRule>): CompiledBlockRules => {
  const of = (action: BlockRule["action"]) => compileAction(rules.filter((rule) => rule.action === action))
  const [block, allow] = [of("block"), of("allow")]
  return {
    isEmpty: rules.length === 0,
    blocksEmail: (address) => rules.length > 0 && block.hasEmail(address) && !allow.hasEmail(address),
    blocksIp: (ip) => rules.length > 0 && block.hasIp(ip) && !allow.hasIp(ip),
    blocksCountry: (country, ip) =>
      country !== null && block.countries.has(country) && !allow.countries.has(country) && !allow.hasIp(ip)
  }
}

const compileAction = (rules: ReadonlyArray<BlockRule>) => {
  const valuesOf = (kind: BlockRule["kind"]) => rules.filter((rule) => rule.kind === kind).map((rule) => rule.value)
  const emails = new Set(valuesOf("email"))
  const domains = new Set(valuesOf("domain"))
  return {
    countries: new Set(valuesOf("country")),
    hasEmail: (address: EmailAddress) =>
      (emails.size > 0 && emails.has(mailboxKey(address))) || hasDomain(domains, address.domain),
    hasIp: makeNetworkSet(valuesOf("cidr"))
  }
}

/** Reports whether the set contains a domain or one of its parents. */
const hasDomain = (domains: ReadonlySet<string>, domain: string): boolean => {
  if (domains.size === 0) return false
  for (let at = 0; at >= 0; at = domain.indexOf(".", at) + 1 || -1) {
    if (domains.has(domain.slice(at))) return true
  }
  return false
}

/** Empty set of rules, for use cases that require rules. */
export const noBlockRules: CompiledBlockRules = compileBlockRules([])
