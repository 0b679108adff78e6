import type { EmailAddress } from "./EmailAddress.ts"

/**
 * What makes two items of a bulk request one (decision 7): the address with its local part in lower case. The domain is
 * in lower case and ASCII form already.
 */
export const uniqueKey = ({ domain, localPart }: EmailAddress): string => `${localPart.toLowerCase()}@${domain}`

interface Provider {
  readonly domains: ReadonlyArray<string>
  /** Characters of the local part that the provider does not tell apart from nothing. */
  readonly ignores?: string
  /** A dot and a hyphen are the same. */
  readonly hasDotsLikeHyphens?: true
  /** What begins a tag that the mailbox ignores. `+` when absent. */
  readonly tag?: string
  /** Under which name the mailbox is compared, where several domains lead to the same one. */
  readonly mailbox?: string
  /** `tag@user.fastmail.com` is `user@fastmail.com`. */
  readonly hasSubdomains?: true
}

/**
 * Mailbox rules of large providers, from their own help pages: "dots don't matter" in Gmail, nor do dots, hyphens and
 * underscores in Proton; Yahoo's disposable addresses with a hyphen; Yandex's one mailbox under several domains; Fastmail's
 * subdomain addressing. Plus addressing is the rule nearly everywhere, so it is the default.
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
 * The mailbox behind an address, as far as its provider's rules are public: for comparing with block rules, never to be
 * shown or written to. Elsewhere only a `+tag` is dropped. Applying it to its own result changes nothing.
 */
export const emailKey = ({ domain, localPart }: EmailAddress): string => {
  const lower = localPart.toLowerCase()
  const provider = byDomain.get(domain)
  if (provider === undefined) return subdomainKey(domain) ?? `${withoutTag(lower, "+")}@${domain}`
  const plain = provider.ignores === undefined ? lower : without(lower, provider.ignores)
  const alike = provider.hasDotsLikeHyphens === true ? plain.replaceAll(".", "-") : plain
  return `${withoutTag(alike, provider.tag ?? "+")}@${provider.mailbox ?? domain}`
}

/** A tag behind nothing, or behind a dot that could not end a local part, is no tag. */
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
