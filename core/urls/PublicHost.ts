/** The longest name that DNS can hold (RFC 1035, section 2.3.4), in text. */
export const hostCharsMax = 253

/**
 * Names that mean something within one network only, with everything below them: RFC 6761 (localhost), RFC 6762 with its
 * appendix G (local, intranet, internal, private, corp, home, lan), RFC 7686 (onion), RFC 8375 (home.arpa), RFC 9476 (alt), and
 * `svc` and `localdomain`, with which clusters and machines name their own.
 */
export const innerDomains: ReadonlySet<string> = new Set([
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

/** Metadata services of clouds that have names under public domains. */
export const metadataHosts: ReadonlySet<string> = new Set([
  "metadata.goog",
  "metadata.packet.net",
  "metadata.platformequinix.com"
])

/** One label as the registries and the URL standard leave it: lower-case ASCII. `_` occurs in names that people do use. */
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Systems read such an end as a part of an IPv4 address. */
const number = /^(?:\d+|0x[0-9a-f]*)$/

/**
 * Whether a name could be one of the public internet, before anybody is asked what its addresses are. A name of one label is
 * completed by the search list of the machine.
 *
 * @param host as the URL standard gives it, without the dot at its end
 */
export const isPublicHost = (host: string): boolean => {
  if (host.length > hostCharsMax) return false
  const labels = host.split(".")
  const last = labels.at(-1)
  return last !== undefined && labels.length > 1 && labels.every((text) => label.test(text)) && !number.test(last) &&
    !innerDomains.has(last) && !innerDomains.has(labels.slice(-2).join(".")) && !metadataHosts.has(host)
}
