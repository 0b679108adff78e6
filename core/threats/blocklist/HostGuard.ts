import type { HostKnowledge } from "../../urls/HostKnowledge.ts"
import { isIpHost, withoutWww } from "../../urls/HostName.ts"
import { sharedHosts, shorteners } from "../../urls/SharedHosts.ts"
import { tenantHostSets } from "../../urls/TenantHosts.ts"
import type { BlocklistTarget, ListingAction } from "./BlocklistEntry.ts"

/** Reason why an entry for a whole host would block far more than intended. */
export type GuardReason = "own-site" | "public-suffix" | "shortener" | "shared-host" | "popular-domain"

export interface HostGuard {
  readonly reason: GuardReason
  /** Message of one or two sentences, with an alternative if there is one. */
  readonly message: string
}

/**
 * Returns why an entry for a whole host would be too broad, or null. For a domain, subdomains are considered too.
 * Exceptions are guarded only on hosts where anyone can publish.
 */
export const hostGuard = (
  kind: BlocklistTarget["kind"],
  host: string,
  knowledge: HostKnowledge,
  action: ListingAction = "block"
): HostGuard | null => {
  const found = guardAgainstBlocking(kind, host, knowledge)
  if (action === "block" || found === null) return found
  return found.reason === "own-site" || found.reason === "popular-domain" ? null : {
    ...found,
    message: `Anyone can publish on ${host}. An exception for the whole host would allow everything there. ` +
      "Allow the URL or a path instead."
  }
}

const guardAgainstBlocking = (
  kind: BlocklistTarget["kind"],
  host: string,
  knowledge: HostKnowledge
): HostGuard | null => {
  const isDomain = kind === "domain"
  const ownHost = ownSiteOf(isDomain, host, knowledge)
  if (ownHost !== null) {
    return guard("own-site", `${ownHost} is one of your own sites. An entry for ${host} would block it.`)
  }
  if (isIpHost(host)) return null
  if (knowledge.suffixes.isPublicSuffix(host) || !host.includes(".")) {
    return guard("public-suffix", `${host} is a public suffix. An entry for it would block every domain under it.`)
  }
  const bare = withoutWww(host)
  if (shorteners.has(bare)) {
    return guard(
      "shortener",
      `${host} is a link shortener. An entry for the whole host would block all its links. Block the URL instead.`
    )
  }
  if (sharedHosts.has(host) || sharedHosts.has(bare) || (isDomain && sharedParents().has(host))) {
    return guard(
      "shared-host",
      `Many sites share ${host}. An entry for the whole host would block all of them. Block the URL or a path instead.`
    )
  }
  const popular = popularName(host, knowledge)
  return popular === null ? null : guard(
    "popular-domain",
    `${popular} is a widely used domain. An entry for the whole host would block everyone there. ` +
      "Block the URL or a path instead."
  )
}

const guard = (name: GuardReason, message: string): HostGuard => ({ reason: name, message })

const ownSiteOf = (isDomain: boolean, host: string, { own }: HostKnowledge): string | null => {
  if (own === undefined) return null
  if (own.has(host)) return host
  if (!isDomain) return null
  for (const name of own) if (name.endsWith(`.${host}`)) return name
  return null
}

/**
 * Subdomains that a site's owner does not give to users. Blocking `accounts.google.com` would affect every user's
 * sign-in.
 */
const ownerSubdomains: ReadonlySet<string> = new Set(
  ("account accounts admin ajax api app apps appleid assets auth billing blog calendar cdn challenges chat checkout " +
    "console contacts dashboard de developer developers docs drive email en es fonts forum fr gist help home id images img it " +
    "ja jobs learn login m mail maps media meet mobile music my myaccount mysignins news ns1 ns2 office oauth online open " +
    "outlook pay payments photos play portal pt raw registry ru search secure shop signin signup smtp sso static status store " +
    "support teams translate video vpn web webmail wiki ww1 www www2 zh").split(" ")
)

/**
 * Returns the popular domain that a host belongs to, or null. Popularity lists name a site with or without `www`. A
 * host below a popular domain belongs to the domain only if all further labels are in `ownerSubdomains`. If a popular
 * domain gives subdomains to users, only the domain and its `www` host belong to it.
 */
const popularName = (host: string, { popular, suffixes }: HostKnowledge) => {
  let name = host
  for (let dot = 0; dot >= 0; name = name.slice(dot + 1)) {
    if (popular.rankOf(name) !== null) return belongsToOwner(host, name, suffixes) ? name : null
    dot = name.indexOf(".")
    if (!ownerSubdomains.has(name.slice(0, Math.max(dot, 0)))) return null
  }
  return null
}

const belongsToOwner = (host: string, name: string, suffixes: HostKnowledge["suffixes"]): boolean =>
  host === name || host === `www.${name}` || !(tenantHostSets().tenants.has(name) || suffixes.isPublicSuffix(name))

let parents: ReadonlySet<string> | null = null

/** Returns the parent domains of all shared hosts. The set is cached, because imports check every line. */
const sharedParents = (): ReadonlySet<string> => {
  parents ??= new Set(
    [...sharedHosts].flatMap((host) => host.split(".").map((_, at, labels) => labels.slice(at + 1).join(".")))
  )
  return parents
}
