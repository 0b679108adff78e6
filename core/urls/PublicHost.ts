/** Maximum characters of a DNS name in text form (RFC 1035, section 2.3.4). */
export const hostCharsMax = 253

/**
 * Domains that are valid only within one network, including their subdomains: RFC 6761 (localhost), RFC 6762 with its
 * appendix G (local, intranet, internal, private, corp, home, lan), RFC 7686 (onion), RFC 8375 (home.arpa), RFC 9476
 * (alt), and `svc` and `localdomain`, which clusters and machines use for internal names.
 */
export const privateDomains: ReadonlySet<string> = new Set([
  "alt",
  "corp",
  "home",
  "home.arpa",
  "internal",
  "intranet",
  "lan",
  "local",
  "localdomain",
  "localhost",
  "onion",
  "private",
  "svc"
])

/** Hosts of cloud metadata services that have names under public domains. */
export const metadataHosts: ReadonlySet<string> = new Set([
  "metadata.goog",
  "metadata.packet.net",
  "metadata.platformequinix.com"
])

/**
 * Matches a label that registries and the URL standard allow, in lower-case ASCII. `_` is allowed, because names in use
 * contain it.
 */
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Matches a last label that systems parse as part of an IPv4 address. */
const number = /^(?:\d+|0x[0-9a-f]*)$/

/**
 * Reports whether a name could be public, before its addresses are resolved. Rejects single labels, because a machine
 * appends its DNS search domains to them.
 *
 * @param host as returned by the URL standard, without a trailing dot
 */
export const isPublicHost = (host: string): boolean => {
  if (host.length > hostCharsMax) return false
  const labels = host.split(".")
  const last = labels.at(-1)
  return last !== undefined && labels.length > 1 && labels.every((text) => label.test(text)) && !number.test(last) &&
    !privateDomains.has(last) && !privateDomains.has(labels.slice(-2).join(".")) && !metadataHosts.has(host)
}
