import { Data, Result } from "effect"
import { formatNetwork, parseNetwork } from "../kernel/networks/Network.ts"
import { parseEmailAddress } from "../mail-addresses/EmailAddress.ts"
import { mailboxKey } from "../mail-addresses/MailboxKey.ts"
import type { BlockRuleKind } from "./BlockRules.ts"
import { countryCodeOf, isCountryCode } from "./Countries.ts"

export class InvalidBlockRule extends Data.TaggedError("InvalidBlockRule")<{ readonly message: string }> {}

/** Parses a rule's value into its canonical form for storage and comparison. */
export const parseRuleValue = (kind: BlockRuleKind, text: string): Result.Result<string, InvalidBlockRule> => {
  const trimmed = text.trim()
  switch (kind) {
    case "email": {
      if (trimmed.startsWith("@")) return invalidDomainForm(trimmed)
      const parsed = parseEmailAddress(trimmed)
      if (Result.isFailure(parsed)) return invalid(`${trimmed}: ${parsed.failure.message}`)
      const key = mailboxKey(parsed.success)
      return key.startsWith("*@") ? invalidDomainForm(trimmed) : Result.succeed(key)
    }
    case "domain": {
      const parsed = parseEmailAddress(`any@${trimmed.replace(/^(?:\*?\.|@)/, "")}`)
      return Result.isSuccess(parsed)
        ? Result.succeed(parsed.success.domain)
        : invalid(`${trimmed} is not a domain, such as example.com.`)
    }
    case "cidr": {
      const network = parseNetwork(trimmed)
      return network === null
        ? invalid(`${trimmed} is not an address or network, such as 203.0.113.0/24 or 2001:db8::/32.`)
        : Result.succeed(formatNetwork(network))
    }
    case "country":
      return canonicalCountry(trimmed)
  }
}

const canonicalCountry = (text: string): Result.Result<string, InvalidBlockRule> => {
  const code = text.toUpperCase()
  if (isCountryCode(code)) return Result.succeed(code)
  const meant = countryCodeOf(text)
  return invalid(
    meant === null
      ? `${text} is not a two-letter country code (ISO 3166-1), such as NL.`
      : `${text} is not a two-letter country code (ISO 3166-1). Use ${meant}.`
  )
}

const invalid = (message: string) => Result.fail(new InvalidBlockRule({ message }))

const invalidDomainForm = (text: string) => invalid(`${text} covers a whole domain. Add a rule of kind domain instead.`)
