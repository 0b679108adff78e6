import { Result } from "effect"
import { type IpAddress, parseIpAddress } from "../kernel/networks/IpAddress.ts"
import { type EmailAddress, parseEmailAddress } from "../mail-addresses/EmailAddress.ts"
import { canonicalRuleValue, InvalidBlockRule } from "./BlockRuleValue.ts"

/** Something that rules may match, as what it was read. */
export type TestedValue =
  | { readonly kind: "email"; readonly text: string; readonly address: EmailAddress }
  | { readonly kind: "domain"; readonly text: string }
  | { readonly kind: "ip"; readonly text: string; readonly ip: IpAddress; readonly country: string | null }
  | { readonly kind: "country"; readonly text: string }

/**
 * What somebody typed to see what the rules say of it: an email address, an IP address, a country's code of two letters, or else a
 * domain.
 *
 * @param countryOf of an IP address; null where it is not known
 */
export const testedValue = (
  typed: string,
  countryOf: (ip: string) => string | null
): Result.Result<TestedValue, InvalidBlockRule> => {
  const text = typed.trim()
  const bare = /^\[(.*)\]$/.exec(text)?.[1] ?? text
  const ip = parseIpAddress(bare)
  if (ip !== null) return Result.succeed({ kind: "ip", text: bare, ip, country: countryOf(bare) })
  if (text.lastIndexOf("@") > 0) {
    return Result.mapBoth(parseEmailAddress(text), {
      onFailure: ({ message }) => new InvalidBlockRule({ message: `${text} is no email address: ${message}` }),
      onSuccess: (address) => ({ kind: "email", text: `${address.localPart}@${address.domain}`, address } as const)
    })
  }
  // As a rule for it is written: of a code that no country has nothing can be told.
  if (/^[A-Za-z]{2}$/.test(text)) {
    return Result.map(canonicalRuleValue("country", text), (code) => ({ kind: "country", text: code } as const))
  }
  return Result.mapBoth(canonicalRuleValue("domain", text), {
    onFailure: () => new InvalidBlockRule({ message: unreadable }),
    onSuccess: (domain) => ({ kind: "domain", text: domain } as const)
  })
}

const unreadable =
  "Type one email address, domain, IP address or country, such as ann@example.com, example.com, 203.0.113.7 or NL."
