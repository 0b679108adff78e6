import type { EmailAddress } from "./EmailAddress.ts"

/**
 * What makes two items of a bulk request one (decision 7): the address with its local part in lower case. The domain is
 * in lower case and ASCII form already.
 */
export const uniqueKey = ({ domain, localPart }: EmailAddress): string => `${localPart.toLowerCase()}@${domain}`

interface Provider {
  readonly domains: ReadonlyArray<string>
  /** Dots in the local part are ignored. */
  readonly dots?: "ignored"
  /** What begins a tag that the mailbox ignores. `+` when absent. */
  readonly tag?: string
}

/**
 * Mailbox rules of large providers, from their own help pages: Gmail "dots don't matter" and plus addressing; Outlook,
 * iCloud, Fastmail and Proton plus addressing; Yahoo's disposable addresses with a hyphen.
 */
const providers: ReadonlyArray<Provider> = [
  { domains: ["gmail.com", "googlemail.com"], dots: "ignored" },
  { domains: ["outlook.com", "hotmail.com", "live.com", "msn.com"] },
  { domains: ["icloud.com"] },
  { domains: ["me.com"] },
  { domains: ["mac.com"] },
  { domains: ["proton.me", "protonmail.com", "pm.me"], dots: "ignored" },
  { domains: ["fastmail.com"] },
  { domains: ["yahoo.com"], tag: "-" },
  { domains: ["ya.ru", "yandex.ru", "yandex.com"] }
]

/** Of these, all names lead to the same mailbox. */
const sameMailbox: ReadonlyMap<string, string> = new Map([
  ["googlemail.com", "gmail.com"],
  ["protonmail.com", "proton.me"],
  ["pm.me", "proton.me"],
  ["yandex.ru", "ya.ru"],
  ["yandex.com", "ya.ru"]
])

const byDomain: ReadonlyMap<string, Provider> = new Map(
  providers.flatMap((provider) => provider.domains.map((domain) => [domain, provider] as const))
)

/**
 * The mailbox behind an address, as far as its provider's rules are public: for comparing with block rules, never to be
 * shown or written to. Elsewhere only a `+tag` is dropped.
 */
export const emailKey = ({ domain, localPart }: EmailAddress): string => {
  const provider = byDomain.get(domain)
  const lower = localPart.toLowerCase()
  const tagAt = lower.indexOf(provider?.tag ?? "+")
  const untagged = tagAt > 0 ? lower.slice(0, tagAt) : lower
  const mailbox = provider?.dots === "ignored" ? untagged.replaceAll(".", "") : untagged
  return `${mailbox}@${sameMailbox.get(domain) ?? domain}`
}
