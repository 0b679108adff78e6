/** Maximum length of a DNS name (RFC 1035, section 2.3.4), in text form. */
export const hostCharsMax = 253

/**
 * Names valid only within one network, including their subdomains: RFC 6761 (localhost), RFC 6762 with its appendix G
 * (local, intranet, internal, private, corp, home, lan), RFC 7686 (onion), RFC 8375 (home.arpa), RFC 9476 (alt), and
 * `svc` and `localdomain`, which clusters and machines use for their own names.
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

/** Cloud metadata services with names under public domains. */
export const metadataHosts: ReadonlySet<string> = new Set([
  "metadata.goog",
  "metadata.packet.net",
  "metadata.platformequinix.com"
])

/** One label as registries and the URL standard allow it: lower-case ASCII. `_` occurs in names in use. */
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Systems parse this ending as part of an IPv4 address. */
const number = /^(?:\d+|0x[0-9a-f]*)$/

/**
 * Reports whether a name could be public, before its addresses are resolved. Rejects single labels, because a
 * machine's search list completes them.
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
