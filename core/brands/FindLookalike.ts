import { isIpHost } from "../urls/HostName.ts"
import { hostCharsMax } from "../urls/PublicHost.ts"
import { tenantHostSets } from "../urls/TenantHosts.ts"
import { type BrandIndex, brandIndex, type OwnDomain } from "./data/BrandIndex.ts"
import { isLoginPath } from "./data/LureWords.ts"
import { type HostParts, hostPartsOf } from "./HostParts.ts"
import {
  type Lookalike,
  type LookalikeCandidate,
  lookalikeOf,
  lookalikeScoreMin,
  strongerCandidate,
  strongLookalikeScoreMin
} from "./Lookalike.ts"
import { isRiskyTopLevel, nameCandidate } from "./NameRules.ts"
import { findNameSplitByDots } from "./SplitNames.ts"
import { subdomainCandidate } from "./SubdomainRules.ts"

export interface LookalikeContext {
  /**
   * Returns the eTLD+1 by the Public Suffix List, including the private section. Null for a public suffix, or if the
   * suffix is unknown.
   */
  readonly registrableDomain: (host: string) => string | null
  /** Path of the link, if the host comes from a link. */
  readonly path?: string
  /**
   * Reports whether a registrable domain is among the most visited. Owners of popular domains do not imitate brands.
   */
  readonly isPopular?: (domain: string) => boolean
}

/**
 * Returns the brand that a host imitates, by the rule with the highest score. Null if no rule reaches
 * `lookalikeScoreMin`, or if the host belongs to a brand's owner, a relay such as a library proxy, or an exempt popular
 * domain. The running time depends only on the length of the host.
 *
 * @param host in ASCII, as returned by `canonicalHost`; labels may start with `xn--`
 */
export const findLookalike = (host: string, context: LookalikeContext): Lookalike | null => {
  const name = host.toLowerCase().replace(/\.$/, "").replace(blogspotHost, ".blogspot.com")
  if (name === "" || name.length > hostCharsMax || isIpHost(name)) return null
  const index = brandIndex()
  const registrable = context.registrableDomain(name)
  if (isOwned(name, registrable, index) || isRelayed(name)) return null
  const parts = hostPartsOf(name, registrable)
  if (parts === null) return null
  const found = strongest(name, parts, context.path, index)
  return found !== null && isExempt(parts, registrable, found, context) ? null : found
}

/** Matches the country domains of Blogspot. A blog has the same name under each of them. */
const blogspotHost = /\.blogspot\.(?:com?\.)?[a-z]{2}$/

/**
 * Reports whether a host is exempt because its domain is popular: owners of popular domains do not imitate brands.
 * Tenants of a popular domain are not exempt. Unambiguous lookalikes under cheap top-level domains are not exempt
 * either, because domains of phishing campaigns also get onto popularity lists.
 */
const isExempt = (
  { isTenant, suffix }: HostParts,
  registrable: string | null,
  { score }: Lookalike,
  { isPopular }: LookalikeContext
): boolean =>
  !isTenant && registrable !== null && isPopular?.(registrable) === true &&
  (score < strongLookalikeScoreMin || !isRiskyTopLevel(suffix))

const strongest = (
  host: string,
  parts: HostParts,
  path: string | undefined,
  index: BrandIndex
): Lookalike | null => {
  const isLogin = path !== undefined && isLoginPath(path)
  const found = [
    findEmbeddedDomain(host, parts.suffix.split(".").length, index),
    parts.isTenant ? null : nameCandidate(parts, isLogin, index),
    findNameSplitByDots(parts, index),
    subdomainCandidate(parts, isLogin, index)
  ].reduce(strongerCandidate, null)
  return found === null || found.score < lookalikeScoreMin ? null : lookalikeOf(found)
}

/**
 * Reports whether the host is a brand owner's domain or a subdomain of it. Excludes hosts under domains where the owner
 * lets the public choose names: `github.io`, and the Public Suffix List entries below `amazonaws.com`.
 */
const isOwned = (host: string, registrable: string | null, index: BrandIndex): boolean => {
  const { tenants } = tenantHostSets()
  for (let from = 0; from >= 0; from = nextLabel(host, from)) {
    const name = host.slice(from)
    if (from > 0 && tenants.has(name)) return false
    if (index.owners.has(name)) return from === 0 || registrable === null || registrable.length <= name.length
  }
  return false
}

/**
 * Matches library proxies, through which a university's members access websites:
 * `www.example.com.proxy.library.example.edu`.
 */
const libraryProxy = /\.(?:ez|lib)?proxy\d?\.[a-z0-9.-]{1,200}\.(?:edu|ac\.uk|ac\.nz|edu\.au)$/

const isRelayed = (host: string): boolean => {
  if (libraryProxy.test(host)) return true
  const { relays } = tenantHostSets()
  for (let from = 0; from >= 0; from = nextLabel(host, from)) {
    if (relays.has(host.slice(from))) return true
  }
  return false
}

/** Returns the offset of the next label, or -1 if there is none. */
const nextLabel = (host: string, from: number): number => host.indexOf(".", from) + 1 || -1

const dottedScore = 0.97
const hyphenatedScore = 0.95

/**
 * Detects a brand's domain within an unrelated host: `paypal.com.example.net`, `www-paypal-com.example.net`. People
 * read a host from the left and stop at the brand's domain.
 *
 * @param suffixLabels number of labels after the registered name. The brand's domain must not overlap them:
 * `paypal.com.br` is a registered name
 */
export const findEmbeddedDomain = (
  host: string,
  suffixLabels: number,
  index: BrandIndex
): LookalikeCandidate | null => {
  const labels = host.split(".")
  const front = labels.slice(0, labels.length - suffixLabels).join(".")
  const parts = front.split(/[.-]/)
  let best: LookalikeCandidate | undefined
  let [at, start, length] = [0, 0, 0]
  for (const first of parts) {
    for (const own of index.domains.get(first) ?? []) {
      if (own.parts.length > parts.length - at || !own.parts.every((part, along) => part === parts[at + along])) {
        continue
      }
      const written = front.slice(start, start + own.domain.length)
      const score = written === own.domain ? dottedScore : isKnownHyphenated(own) ? hyphenatedScore : 0
      if (score > (best?.score ?? 0) || (score === best?.score && written.length > length)) {
        length = written.length
        const evidence = `${written} is part of a host name with a different owner.`
        best = { brand: own.brand, rule: "embedded domain", score, evidence }
      }
    }
    start += first.length + 1
    at++
  }
  return best ?? null
}

/**
 * Reports whether a domain is recognized with hyphens instead of dots. Hyphens also separate words: `apple-it` does not
 * necessarily mean `apple.it`.
 */
const isKnownHyphenated = ({ brand, domain, isToken, parts }: OwnDomain): boolean =>
  isToken && (domain.endsWith(".com") || parts.length > 2 || (domain === brand.domains[0] && !brand.isWord))
