import { Data, Result } from "effect"
import { parseEmailAddress } from "../emails/EmailAddress.ts"
import { emailKey } from "../emails/EmailKey.ts"
import type { BlockRuleKind } from "./BlockRule.ts"
import { countryNamed, isCountryCode } from "./Countries.ts"
import { type IpAddress, parseIpAddress } from "./IpAddress.ts"

export class InvalidBlockRule extends Data.TaggedError("InvalidBlockRule")<{ readonly message: string }> {}

export interface Network {
  readonly family: 4 | 6
  readonly bits: bigint
  readonly prefix: number
}

/** What an operator typed, in the one form in which it is stored and compared. */
export const canonicalRuleValue = (kind: BlockRuleKind, text: string): Result.Result<string, InvalidBlockRule> => {
  const trimmed = text.trim()
  switch (kind) {
    case "email": {
      if (trimmed.startsWith("@")) return meansDomain(trimmed)
      const parsed = parseEmailAddress(trimmed)
      if (Result.isFailure(parsed)) return invalid(`${trimmed}: ${parsed.failure.message}`)
      const key = emailKey(parsed.success)
      return key.startsWith("*@") ? meansDomain(trimmed) : Result.succeed(key)
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
        : Result.succeed(networkText(network))
    }
    case "country":
      return canonicalCountry(trimmed)
  }
}

const canonicalCountry = (text: string): Result.Result<string, InvalidBlockRule> => {
  const code = text.toUpperCase()
  if (isCountryCode(code)) return Result.succeed(code)
  const meant = countryNamed(text)
  return invalid(
    meant === null
      ? `${text} is not a country code of two letters, such as NL (ISO 3166-1).`
      : `${text} is written ${meant}: countries go by two letters (ISO 3166-1).`
  )
}

/** An address alone is a network of one. Bits behind the prefix are cleared. */
export const parseNetwork = (text: string): Network | null => {
  const [addressText = "", prefixText, ...rest] = text.split("/")
  const address = parseIpAddress(addressText)
  if (address === null || rest.length > 0) return null
  const width = address.family === 4 ? 32 : 128
  // `::ffff:192.0.2.0/120` is written with the prefix of IPv6.
  const mapped = address.family === 4 && addressText.includes(":") ? 96 : 0
  if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) return null
  const prefix = prefixText === undefined ? width : Number(prefixText) - mapped
  if (prefix < 0 || prefix > width) return null
  return { family: address.family, prefix, bits: maskBits(address, prefix) }
}

/** The network's bits of an address. */
const maskBits = ({ bits, family }: IpAddress, prefix: number): bigint => {
  const behind = BigInt((family === 4 ? 32 : 128) - prefix)
  return (bits >> behind) << behind
}

const networkText = ({ bits, family, prefix }: Network): string =>
  family === 4
    ? `${[24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join(".")}/${prefix}`
    : `${ipv6Text(bits)}/${prefix}`

/** RFC 5952: the longest run of zero groups, of two or more, is shortened. */
const ipv6Text = (bits: bigint): string => {
  const hex = Array.from({ length: 8 }, (_, at) => ((bits >> BigInt(112 - at * 16)) & 0xffffn).toString(16))
  const runs = [...`${hex.map((group) => group === "0" ? "0" : "x").join("")}`.matchAll(/0{2,}/g)]
  const longest = runs.toSorted((a, b) => b[0].length - a[0].length)[0]
  if (longest === undefined) return hex.join(":")
  return `${hex.slice(0, longest.index).join(":")}::${hex.slice(longest.index + longest[0].length).join(":")}`
}

const invalid = (message: string) => Result.fail(new InvalidBlockRule({ message }))

const meansDomain = (text: string) => invalid(`${text} means a whole domain: add it as a rule of the kind domain.`)
