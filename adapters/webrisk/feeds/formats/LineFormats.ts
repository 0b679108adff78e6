import {
  domainEntry,
  hostEntry,
  isHostName,
  isWebAddress,
  plainLines,
  type Said,
  saysNothing,
  urlEntry,
  withoutComment
} from "./Format.ts"

/** Reads a URL, with or without its scheme: `example.com/login.php`, `203.0.113.7:8080`. */
export const readUrlLine = (line: string): Said => {
  const [text = ""] = line.split(/\s/, 1)
  if (isWebAddress(text)) return [urlEntry(text)]
  const host = text.replace(/[/?:][^]*/, "")
  return host !== text && isHostName(host) ? [urlEntry(`http://${text}`)] : null
}

/** One URL per line, as in OpenPhish and most other lists. */
export const plainUrls = plainLines("urls", "a URL a line", (line) => readUrlLine(line))

export const readDomainLine = (line: string): Said => {
  const name = withoutComment(line)
  return isHostName(name) ? [domainEntry(name)] : null
}

export const domains = plainLines("domains", "a domain a line, with its subdomains", readDomainLine)

/** Matches the null addresses to which a hosts file maps blocked hosts. */
const nowhere = /^(?:0\.0\.0\.0|127\.0\.0\.1|0|::1?)\s+(\S.*)$/

/** Standard names for the local machine in a hosts file. */
const ownNames = /^(?:local|broadcasthost|ip6-\w+|0\.0\.0\.0|127\.0\.0\.1|localhost6?(?:\.localdomain6?)?)$/i

/** Reads a line of hosts(5) with one or more hosts; null if the line is not one. */
export const readHostsLine = (line: string): Said => {
  const [, rest] = nowhere.exec(withoutComment(line)) ?? []
  if (rest === undefined) return null
  const names = rest.split(/\s+/).filter((name) => !ownNames.test(name))
  return names.every(isHostName) ? names.map((name) => hostEntry(name)) : null
}

/** Lines with another address map a host and block nothing. */
const leadsSomewhere = /^[\da-f.:]+(?:%\w+)?\s+\S/i

export const hosts = plainLines(
  "hosts",
  "a hosts file (0.0.0.0 example.com)",
  (line) => readHostsLine(line) ?? (leadsSomewhere.test(line) && !/^(?:0\.|127\.)/.test(line) ? [] : null)
)

/** Reads `*.example.com` or `.example.com`; in these lists, both include the domain itself. */
export const readWildcardLine = (line: string): Said => {
  const [, name] = /^\*?\.(.+)$/.exec(withoutComment(line)) ?? []
  return name !== undefined && isHostName(name) ? [domainEntry(name)] : null
}

export const wildcards = plainLines("wildcards", "a wildcard a line (*.example.com)", readWildcardLine)

/** A record of a response policy zone for "no such name" or "no data" (draft-vixie-dnsop-dns-rpz, section 3). */
const policy = /^(\S+)(?:\s+\d+)?(?:\s+IN)?\s+CNAME\s+(\*?\.|rpz-drop\.)\s*(?:;.*)?$/i

/** Records of the zone itself, and policies that allow or redirect. */
const other = /^(?:\$|@|\()|\s(?:SOA|NS|A|AAAA|TXT|CNAME)\s|^\d+\s*(?:;|\))?|^\)/i

/** Reads a line of a zone file; null if the line is not one. */
export const readRpzLine = (line: string): Said => {
  const [, name] = policy.exec(line) ?? []
  if (name === undefined) return other.test(line) ? saysNothing : null
  // Triggers that are addresses or name servers.
  if (/\.rpz-[a-z-]+(?:\.|$)/i.test(name)) return saysNothing
  const isWildcard = name.startsWith("*.")
  const bare = isWildcard ? name.slice(2) : name
  return isHostName(bare) ? [isWildcard ? domainEntry(bare) : hostEntry(bare)] : null
}

export const rpz = {
  ...plainLines("rpz", "a DNS response policy zone (example.com CNAME .)", readRpzLine),
  recognizes: (lines: ReadonlyArray<string>) =>
    lines.some((line) => /^@?\s*(?:\d+\s+)?(?:IN\s+)?SOA\s/i.test(line) || /^\$(?:TTL|ORIGIN)\s/i.test(line)) &&
    lines.some((line) => policy.test(line))
}

/** Options with which a rule still applies to page visits; any other option limits it to some requests. */
const wholePage = /^(?:all|doc|document|popup|important|first-party|1p|~third-party)$/

/** `||host^`, with options. */
const hostRule = /^\|\|([^/^$|*]+)\^?\|?(?:\$(.*))?$/
/** `||host/path^` or `|https://host/path|`: a page. */
const pageRule = /^\|{1,2}((?:https?:\/\/)?[^/^$|*]+\/[^^$|*]*)\^?\|?(?:\$(.*))?$/i

/** Cosmetic filters, scriptlets, exceptions and list headers. */
const noBlocking = /^(?:@@|\[|\/)|#[@?$%]?#|^\|{0,2}[^|]*[*^]|\$(?:removeparam|csp|redirect)/

/** Reads an ad blocker rule (adblockplus.org, "How to write filters"); null if the line is not one. */
export const readAdblockLine = (line: string): Said => {
  const [, host, hostOptions] = hostRule.exec(line) ?? []
  if (host !== undefined) {
    if (!isForWholePage(hostOptions)) return saysNothing
    return isHostName(host) ? [domainEntry(host)] : null
  }
  const [, page, pageOptions] = pageRule.exec(line) ?? []
  if (page !== undefined) return isForWholePage(pageOptions) ? [urlEntry(withScheme(page))] : saysNothing
  return noBlocking.test(line) ? saysNothing : null
}

const isForWholePage = (options: string | undefined): boolean =>
  options === undefined || options.split(",").every((option) => wholePage.test(option.trim()))

const withScheme = (text: string): string => /^https?:/i.test(text) ? text : `http://${text}`

/** Some of these lists also contain bare domains. */
export const adblock = plainLines("adblock", "adblock rules (||example.com^)", (line) => {
  const said = readAdblockLine(line)
  return said === null && isHostName(line) ? [domainEntry(line)] : said
})

/** `address=/example.com/0.0.0.0` and `server=/example.com/`, with one or more domains (dnsmasq(8)). */
const rule = /^(address|server|local)=\/(.+)\/([^/]*)$/

/** Addresses to which dnsmasq maps blocked names. */
const blockTarget = /^(?:#|0\.0\.0\.0|127\.0\.0\.1|::1?)?$/

/** Reads a line of a dnsmasq configuration; null if the line is not one. */
export const readDnsmasqLine = (line: string): Said => {
  const [, , names, target] = rule.exec(line) ?? []
  if (names === undefined || target === undefined) {
    return /^[a-z-]+(?:=|$)/.test(line) && !line.includes("/")
      ? saysNothing
      : null
  }
  if (!blockTarget.test(target)) return saysNothing
  const listed = names.split("/").filter((name) => name !== "").map((name) => name.replace(/^\*?\./, ""))
  return listed.every(isHostName) ? listed.map((name) => domainEntry(name)) : null
}

export const dnsmasq = plainLines("dnsmasq", "dnsmasq (address=/example.com/)", readDnsmasqLine)
