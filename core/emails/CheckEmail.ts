import { Context, Effect, Result } from "effect"
import type { CompiledBlockRules } from "../block-rules/CompiledBlockRules.ts"
import { maskSubject } from "../history/MaskSubject.ts"
import type { RequestDetails } from "../history/RequestDetails.ts"
import { Geo } from "../kernel/networks/Geo.ts"
import { parseIpAddress } from "../kernel/networks/IpAddress.ts"
import { collectDomainFacts, type DomainFacts } from "../mail-addresses/DomainFacts.ts"
import { type EmailAddress, type InvalidEmailAddress, parseEmailAddress } from "../mail-addresses/EmailAddress.ts"
import { EmailLists } from "../mail-addresses/EmailLists.ts"
import { PublicSuffixes } from "../urls/PublicSuffixes.ts"

/** Result of checking an address, with the field names of the API contract. */
export interface EmailSignals {
  /** Address with the local part as given, and the domain in lower case and ASCII. */
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

export interface EmailCheckInput {
  readonly email: string
  /** IPv4 or IPv6 address of the visitor. It must be well-formed (`isIpAddress`). */
  readonly ip?: string | undefined
  readonly rules: CompiledBlockRules
}

export type EmailPorts = EmailLists | Geo | PublicSuffixes

/**
 * Checks an address against the lists and the account's rules. Fails with `InvalidEmailAddress`. Dies with `RangeError`
 * if `ip` is malformed. This is an error of the calling program, and must not appear as "not blocked".
 */
export const checkEmail = (question: EmailCheckInput): Effect.Effect<EmailCheck, InvalidEmailAddress, EmailPorts> =>
  Effect.contextWith((ports: Context.Context<EmailPorts>) => checkEmailWith(ports, question))

/** Checks an address like `checkEmail`, but takes services from a given context. */
export const checkEmailWith = (
  ports: Context.Context<EmailPorts>,
  { email, ip, rules }: EmailCheckInput
): Effect.Effect<EmailCheck, InvalidEmailAddress> => {
  const address = parseEmailAddress(email)
  if (Result.isFailure(address)) return Effect.fail(address.failure)
  const visitor = ip === undefined ? undefined : parseIpAddress(ip)
  if (visitor === null) return Effect.die(new RangeError(`${JSON.stringify(ip)} is not an IP address`))
  const [lists, suffixes] = [Context.get(ports, EmailLists), Context.get(ports, PublicSuffixes)]
  const signals = checkEmailWithoutVisitor(lists, suffixes, rules, address.success)
  return Effect.succeed({
    ok: true,
    email: signals.email,
    domain: signals.domain,
    disposable: signals.disposable,
    email_blocked: signals.email_blocked,
    role_account: signals.role_account,
    public_domain: signals.public_domain,
    did_you_mean: signals.did_you_mean,
    ip_blocked: visitor === undefined ? null : rules.blocksIp(visitor),
    country_blocked: ip === undefined || visitor === undefined
      ? null
      : rules.blocksCountry(Context.get(ports, Geo).countryOf(ip), visitor)
  })
}

/** Checks an address without the visitor's IP address. This function is pure and synchronous. */
export const checkEmailWithoutVisitor = (
  lists: EmailLists["Service"],
  suffixes: PublicSuffixes["Service"],
  rules: CompiledBlockRules,
  address: EmailAddress
): EmailSignals => emailSignals(address, collectDomainFacts(lists, suffixes, address.domain), lists, rules)

/** Checks an address like `checkEmailWithoutVisitor`, but with known facts about the domain. */
export const emailSignals = (
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

/** Returns the details for the request record: the suggested address, masked. Null without a suggestion. */
export const emailDetails = ({ did_you_mean }: Pick<EmailSignals, "did_you_mean">): RequestDetails | null =>
  did_you_mean === null ? null : { score: null, reasons: [], facts: { did_you_mean: maskSubject(did_you_mean) } }
