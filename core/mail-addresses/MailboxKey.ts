import type { EmailAddress } from "./EmailAddress.ts"

/**
 * Returns the key that identifies duplicates in a bulk request: the address with its local part in lower case. The
 * domain is already in lower case and ASCII form.
 */
export const normalizedAddress = ({ domain, localPart }: EmailAddress): string => `${localPart.toLowerCase()}@${domain}`

interface Provider {
  readonly domains: ReadonlyArray<string>
  /** Characters that the provider ignores in the local part. */
  readonly ignores?: string
  /** True if the provider treats dots and hyphens alike. */
  readonly hasDotsLikeHyphens?: true
  /** Separator of a tag that the provider ignores. Default: `+`. */
  readonly tag?: string
  /** Domain used for comparison, if addresses of several domains lead to the same mailbox. */
  readonly mailbox?: string
  /** True if `tag@user.fastmail.com` leads to the mailbox `user@fastmail.com`. */
  readonly hasSubdomains?: true
}

/**
 * Mailbox rules of large providers, from their help pages. Gmail ignores dots. Proton ignores dots, hyphens and
 * underscores. Disposable addresses of Yahoo contain a hyphen. Yandex uses one mailbox for several domains. Fastmail
 * has subdomain addressing. Plus addressing is the default, because almost all providers have it.
 */
const providers: ReadonlyArray<Provider> = [
  { domains: ["gmail.com", "googlemail.com"], ignores: ".", mailbox: "gmail.com" },
  { domains: ["proton.me", "protonmail.com", "protonmail.ch", "pm.me"], ignores: ".-_", mailbox: "proton.me" },
  { domains: ["icloud.com", "me.com", "mac.com"], mailbox: "icloud.com" },
  {
    domains: ["yandex.ru", "yandex.com", "yandex.by", "yandex.kz", "yandex.ua", "ya.ru"],
    mailbox: "ya.ru",
    hasDotsLikeHyphens: true
  },
  { domains: ["fastmail.com", "fastmail.fm"], hasSubdomains: true },
  {
    domains: [
      "yahoo.com",
      "ymail.com",
      "rocketmail.com",
      "yahoo.co.uk",
      "yahoo.fr",
      "yahoo.de",
      "yahoo.it",
      "yahoo.es",
      "yahoo.in",
      "yahoo.co.in",
      "yahoo.ca",
      "yahoo.com.br",
      "yahoo.com.au",
      "yahoo.com.mx",
      "yahoo.com.ar"
    ],
    tag: "-"
  }
]

const byDomain: ReadonlyMap<string, Provider> = new Map(
  providers.flatMap((provider) => provider.domains.map((domain) => [domain, provider] as const))
)

/**
 * Returns the mailbox behind an address, by the provider's public rules, for comparison with block rules. Do not
 * display the result or send mail to it. For other providers, only a `+tag` is removed. Applying this function to its
 * result changes nothing.
 */
export const mailboxKey = ({ domain, localPart }: EmailAddress): string => {
  const lower = localPart.toLowerCase()
  const provider = byDomain.get(domain)
  if (provider === undefined) return subdomainKey(domain) ?? `${withoutTag(lower, "+")}@${domain}`
  const plain = provider.ignores === undefined ? lower : without(lower, provider.ignores)
  const alike = provider.hasDotsLikeHyphens === true ? plain.replaceAll(".", "-") : plain
  return `${withoutTag(alike, provider.tag ?? "+")}@${provider.mailbox ?? domain}`
}

/** Removes the tag. A separator starts a tag only if the text before it is not empty and does not end with a dot. */
const withoutTag = (localPart: string, tag: string): string => {
  const at = localPart.indexOf(tag)
  return at > 0 && localPart[at - 1] !== "." ? localPart.slice(0, at) : localPart
}

const without = (localPart: string, ignored: string): string => {
  const rest = [...localPart].filter((character) => !ignored.includes(character)).join("")
  return rest === "" ? localPart : rest
}

const subdomainKey = (domain: string): string | null => {
  const dot = domain.indexOf(".")
  const parent = domain.slice(dot + 1)
  return byDomain.get(parent)?.hasSubdomains === true ? `${domain.slice(0, dot)}@${parent}` : null
}
