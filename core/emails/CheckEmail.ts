import { Effect } from "effect"
import type { CompiledBlockRules } from "../accounts/CompiledBlockRules.ts"
import { parseIpAddress } from "../accounts/IpAddress.ts"
import { EmailLists } from "../ports/EmailLists.ts"
import { Geo } from "../ports/Geo.ts"
import { PublicSuffixes } from "../ports/PublicSuffixes.ts"
import { type DomainFacts, domainFacts } from "./DomainFacts.ts"
import { type EmailAddress, parseEmailAddress } from "./EmailAddress.ts"

/** What a check tells of one address (contract, section 2.3). */
export interface EmailSignals {
  /** Local part as given, domain in lower case and ASCII form. */
  readonly email: string
  readonly domain: string
  readonly disposable: boolean
  readonly email_blocked: boolean
  readonly role_account: boolean
  readonly public_domain: boolean
  readonly did_you_mean: string | null
}

export interface EmailCheck extends EmailSignals {
  readonly ok: true
  readonly ip_blocked: boolean | null
  readonly country_blocked: boolean | null
}

export interface EmailQuestion {
  readonly email: string
  /** IPv4 or IPv6 of the visitor; must be well-formed (`isIpAddress`). */
  readonly ip?: string | undefined
  readonly rules: CompiledBlockRules
}

/** Checks one address against the lists and the account's rules. Fails with `InvalidEmailAddress`. */
export const checkEmail = Effect.fnUntraced(function*({ email, ip, rules }: EmailQuestion) {
  const address = yield* Effect.fromResult(parseEmailAddress(email))
  const lists = yield* EmailLists
  const facts = domainFacts(lists, yield* PublicSuffixes, address.domain)
  const signals = signalsOf(address, facts, lists, rules)
  const visitor = ip === undefined ? null : parseIpAddress(ip)
  const country = visitor === null ? null : (yield* Geo).countryOf(ip!)
  const check: EmailCheck = {
    ok: true,
    ...signals,
    ip_blocked: visitor === null ? null : rules.blocksIp(visitor),
    country_blocked: visitor === null ? null : rules.blocksCountry(country, visitor)
  }
  return check
})

/** What holds of one address, given what holds of its domain. */
export const signalsOf = (
  address: EmailAddress,
  facts: DomainFacts,
  lists: EmailLists["Service"],
  rules: CompiledBlockRules
): EmailSignals => ({
  email: address.address,
  domain: address.domain,
  disposable: facts.disposable,
  email_blocked: rules.blocksEmail(address),
  role_account: lists.isRole(address.localPart.toLowerCase()),
  public_domain: facts.publicProvider,
  did_you_mean: facts.correction === null ? null : `${address.localPart}@${facts.correction}`
})
