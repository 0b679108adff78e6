import type { BlockRuleKind } from "../../../../core/block-rules/BlockRules.ts"
import { countryCodeOf } from "../../../../core/block-rules/Countries.ts"
import { isIpAddress } from "../../../../core/kernel/networks/IpAddress.ts"
import { parseNetwork } from "../../../../core/kernel/networks/Network.ts"

/** Guesses the kind of a rule from the typed value; null for an empty value. */
export const guessKind = (text: string): BlockRuleKind | null => {
  const value = text.trim()
  if (value === "") return null
  if (/^(?:@|\*\.|\.)/.test(value)) return "domain"
  if (value.includes("@")) return "email"
  if (parseNetwork(value) !== null || isIpAddress(value) || /^[\d.:/]+$/.test(value)) return "cidr"
  // Recognizes country names too, so that the error can explain the two-letter code.
  if (/^[a-z]{2}$/i.test(value) || countryCodeOf(value) !== null) return "country"
  return "domain"
}

export const ruleKindLabels: Readonly<Record<BlockRuleKind, { readonly title: string; readonly about: string }>> = {
  email: {
    title: "Email address",
    about: "Matches one mailbox. ann@example.com also matches ann+shop@example.com."
  },
  domain: { title: "Domain", about: "Matches the domain and its subdomains." },
  cidr: { title: "Network", about: "Matches an IP address, or a network such as 203.0.113.0/24 or 2001:db8::/32." },
  country: {
    title: "Country",
    about: "Matches visitors whose IP address is in the country. Enter a two-letter code such as NL."
  }
}

export const kindChoices = (["email", "domain", "cidr", "country"] as const).map((value) => ({
  value,
  label: ruleKindLabels[value].title
}))
