import {
  domainEntry,
  hasWebScheme,
  hostEntry,
  isHostName,
  noEntries,
  type ParsedEntries,
  statelessFormat,
  urlEntry,
  withoutComment
} from "./Format.ts"

/** Reads a URL, with or without its scheme: `example.com/login.php`, `203.0.113.7:8080`. */
export const readUrlLine = (line: string): ParsedEntries => {
  const [text = ""] = line.split(/\s/, 1)
  if (hasWebScheme(text)) return [urlEntry(text)]
  const host = text.replace(/[/?:][^]*/, "")
  return host !== text && isHostName(host) ? [urlEntry(`http://${text}`)] : null
}

/** Format with one URL per line, as in OpenPhish and most other lists. */
export const plainUrls = statelessFormat("urls", "one URL per line", (line) => readUrlLine(line))

export const readDomainLine = (line: string): ParsedEntries => {
  const name = withoutComment(line)
  return isHostName(name) ? [domainEntry(name)] : null
}

export const domains = statelessFormat("domains", "one domain per line, including its subdomains", readDomainLine)

/** Matches a line that maps hosts to a null address. A hosts file blocks hosts in this way. */
const nullAddressLine = /^(?:0\.0\.0\.0|127\.0\.0\.1|0|::1?)\s+(\S.*)$/

/** Matches the standard names for the local machine in a hosts file. */
const localNames = /^(?:local|broadcasthost|ip6-\w+|0\.0\.0\.0|127\.0\.0\.1|localhost6?(?:\.localdomain6?)?)$/i

/** Reads a line of a hosts file (hosts(5)) with one or more hosts. Returns null for any other line. */
export const readHostsLine = (line: string): ParsedEntries => {
  const [, rest] = nullAddressLine.exec(withoutComment(line)) ?? []
  if (rest === undefined) return null
  const names = rest.split(/\s+/).filter((name) => !localNames.test(name))
  return names.every(isHostName) ? names.map((name) => hostEntry(name)) : null
}

/** Matches a line that maps a host to any address. Unless the address is a null address, the line blocks nothing. */
const mapsToAddress = /^[\da-f.:]+(?:%\w+)?\s+\S/i

export const hosts = statelessFormat(
  "hosts",
  "a hosts file (0.0.0.0 example.com)",
  (line) => readHostsLine(line) ?? (mapsToAddress.test(line) && !/^(?:0\.|127\.)/.test(line) ? [] : null)
)

/** Reads `*.example.com` or `.example.com`. In lists with this format, both include the domain itself. */
export const readWildcardLine = (line: string): ParsedEntries => {
  const [, name] = /^\*?\.(.+)$/.exec(withoutComment(line)) ?? []
  return name !== undefined && isHostName(name) ? [domainEntry(name)] : null
}

export const wildcards = statelessFormat("wildcards", "one wildcard per line (*.example.com)", readWildcardLine)

/** Matches a blocking record of a response policy zone (draft-vixie-dnsop-dns-rpz, section 3). */
const rpzPolicy = /^(\S+)(?:\s+\d+)?(?:\s+IN)?\s+CNAME\s+(\*?\.|rpz-drop\.)\s*(?:;.*)?$/i

/** Matches records of the zone itself, and policies that allow or redirect. */
const otherRpzRecord = /^(?:\$|@|\()|\s(?:SOA|NS|A|AAAA|TXT|CNAME)\s|^\d+\s*(?:;|\))?|^\)/i

/** Reads a line of a zone file. Returns null for any other line. */
export const readRpzLine = (line: string): ParsedEntries => {
  const [, name] = rpzPolicy.exec(line) ?? []
  if (name === undefined) return otherRpzRecord.test(line) ? noEntries : null
  // Ignores triggers that are addresses or name servers.
  if (/\.rpz-[a-z-]+(?:\.|$)/i.test(name)) return noEntries
  const isWildcard = name.startsWith("*.")
  const bare = isWildcard ? name.slice(2) : name
  return isHostName(bare) ? [isWildcard ? domainEntry(bare) : hostEntry(bare)] : null
}

export const rpz = {
  ...statelessFormat("rpz", "a DNS response policy zone (example.com CNAME .)", readRpzLine),
  recognizes: (lines: ReadonlyArray<string>) =>
    lines.some((line) => /^@?\s*(?:\d+\s+)?(?:IN\s+)?SOA\s/i.test(line) || /^\$(?:TTL|ORIGIN)\s/i.test(line)) &&
    lines.some((line) => rpzPolicy.test(line))
}

/**
 * Matches an option with which a rule still applies to page visits. Any other option limits the rule to some requests.
 */
const wholePageOption = /^(?:all|doc|document|popup|important|first-party|1p|~third-party)$/

/** Matches a rule for a host, with its options: `||host^`. */
const hostRule = /^\|\|([^/^$|*]+)\^?\|?(?:\$(.*))?$/
/** Matches a rule for a page, with its options: `||host/path^` or `|https://host/path|`. */
const pageRule = /^\|{1,2}((?:https?:\/\/)?[^/^$|*]+\/[^^$|*]*)\^?\|?(?:\$(.*))?$/i

/** Matches cosmetic filters, scriptlets, exceptions and list headers. */
const nonBlockingRule = /^(?:@@|\[|\/)|#[@?$%]?#|^\|{0,2}[^|]*[*^]|\$(?:removeparam|csp|redirect)/

/** Reads an ad blocker rule (adblockplus.org, "How to write filters"). Returns null for any other line. */
export const readAdblockLine = (line: string): ParsedEntries => {
  const [, host, hostOptions] = hostRule.exec(line) ?? []
  if (host !== undefined) {
    if (!isForWholePage(hostOptions)) return noEntries
    return isHostName(host) ? [domainEntry(host)] : null
  }
  const [, page, pageOptions] = pageRule.exec(line) ?? []
  if (page !== undefined) return isForWholePage(pageOptions) ? [urlEntry(withScheme(page))] : noEntries
  return nonBlockingRule.test(line) ? noEntries : null
}

const isForWholePage = (options: string | undefined): boolean =>
  options === undefined || options.split(",").every((option) => wholePageOption.test(option.trim()))

const withScheme = (text: string): string => /^https?:/i.test(text) ? text : `http://${text}`

/** Format of ad blocker lists. Some of these lists also contain bare domains. */
export const adblock = statelessFormat("adblock", "adblock rules (||example.com^)", (line) => {
  const entries = readAdblockLine(line)
  return entries === null && isHostName(line) ? [domainEntry(line)] : entries
})

/** Matches `address=/example.com/0.0.0.0` and `server=/example.com/`, with one or more domains (dnsmasq(8)). */
const dnsmasqRule = /^(address|server|local)=\/(.+)\/([^/]*)$/

/** Matches an address to which dnsmasq maps blocked names. */
const blockTarget = /^(?:#|0\.0\.0\.0|127\.0\.0\.1|::1?)?$/

/** Reads a line of a dnsmasq configuration. Returns null for any other line. */
export const readDnsmasqLine = (line: string): ParsedEntries => {
  const [, , names, target] = dnsmasqRule.exec(line) ?? []
  if (names === undefined || target === undefined) {
    return /^[a-z-]+(?:=|$)/.test(line) && !line.includes("/")
      ? noEntries
      : null
  }
  if (!blockTarget.test(target)) return noEntries
  const listed = names.split("/").filter((name) => name !== "").map((name) => name.replace(/^\*?\./, ""))
  return listed.every(isHostName) ? listed.map((name) => domainEntry(name)) : null
}

export const dnsmasq = statelessFormat("dnsmasq", "dnsmasq (address=/example.com/)", readDnsmasqLine)
