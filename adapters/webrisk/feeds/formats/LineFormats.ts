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

/** A URL, or one without its scheme: `example.com/login.php`, `203.0.113.7:8080`. */
export const readUrlLine = (line: string): Said => {
  const [text = ""] = line.split(/\s/, 1)
  if (isWebAddress(text)) return [urlEntry(text)]
  const host = text.replace(/[/?:][^]*/, "")
  return host !== text && isHostName(host) ? [urlEntry(`http://${text}`)] : null
}

/** OpenPhish and most others: a URL a line. */
export const plainUrls = plainLines("urls", "a URL a line", (line) => readUrlLine(line))

export const readDomainLine = (line: string): Said => {
  const name = withoutComment(line)
  return isHostName(name) ? [domainEntry(name)] : null
}

export const domains = plainLines("domains", "a domain a line, with its subdomains", readDomainLine)

/** Where a hosts file leads what it blocks: nowhere. */
const nowhere = /^(?:0\.0\.0\.0|127\.0\.0\.1|0|::1?)\s+(\S.*)$/

/** Names that every hosts file has for the machine itself. */
const ownNames = /^(?:local|broadcasthost|ip6-\w+|0\.0\.0\.0|127\.0\.0\.1|localhost6?(?:\.localdomain6?)?)$/i

/** A line of hosts(5), which names one host or several. Null for what is none. */
export const readHostsLine = (line: string): Said => {
  const [, rest] = nowhere.exec(withoutComment(line)) ?? []
  if (rest === undefined) return null
  const names = rest.split(/\s+/).filter((name) => !ownNames.test(name))
  return names.every(isHostName) ? names.map((name) => hostEntry(name)) : null
}

/** Other lines of a hosts file lead somewhere, and block nothing. */
const leadsSomewhere = /^[\da-f.:]+(?:%\w+)?\s+\S/i

export const hosts = plainLines(
  "hosts",
  "a hosts file (0.0.0.0 example.com)",
  (line) => readHostsLine(line) ?? (leadsSomewhere.test(line) && !/^(?:0\.|127\.)/.test(line) ? [] : null)
)

/** `*.example.com` or `.example.com`: as these lists are meant, the domain itself too. */
export const readWildcardLine = (line: string): Said => {
  const [, name] = /^\*?\.(.+)$/.exec(withoutComment(line)) ?? []
  return name !== undefined && isHostName(name) ? [domainEntry(name)] : null
}

export const wildcards = plainLines("wildcards", "a wildcard a line (*.example.com)", readWildcardLine)

/** A record of a response policy zone that says "no such name" or "no data" (draft-vixie-dnsop-dns-rpz, section 3). */
const policy = /^(\S+)(?:\s+\d+)?(?:\s+IN)?\s+CNAME\s+(\*?\.|rpz-drop\.)\s*(?:;.*)?$/i

/** The zone's own records, and policies that let through or lead elsewhere. */
const other = /^(?:\$|@|\()|\s(?:SOA|NS|A|AAAA|TXT|CNAME)\s|^\d+\s*(?:;|\))?|^\)/i

/** A line of a zone file. Null for what is none. */
export const readRpzLine = (line: string): Said => {
  const [, name] = policy.exec(line) ?? []
  if (name === undefined) return other.test(line) ? saysNothing : null
  // Triggers that are no names: addresses and name servers.
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

/** Options that leave a rule one for all visits of a page; any other makes it a rule for some requests only. */
const wholePage = /^(?:all|doc|document|popup|important|first-party|1p|~third-party)$/

/** `||host^`, with options. */
const hostRule = /^\|\|([^/^$|*]+)\^?\|?(?:\$(.*))?$/
/** `||host/path^` or `|https://host/path|`: a page. */
const pageRule = /^\|{1,2}((?:https?:\/\/)?[^/^$|*]+\/[^^$|*]*)\^?\|?(?:\$(.*))?$/i

/** What hides parts of pages, runs in them, or belongs to the list itself. */
const noBlocking = /^(?:@@|\[|\/)|#[@?$%]?#|^\|{0,2}[^|]*[*^]|\$(?:removeparam|csp|redirect)/

/** A rule of an ad blocker (adblockplus.org, "How to write filters"). Null for what is none. */
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

/** Some such lists hold bare domains as well. */
export const adblock = plainLines("adblock", "adblock rules (||example.com^)", (line) => {
  const said = readAdblockLine(line)
  return said === null && isHostName(line) ? [domainEntry(line)] : said
})

/** `address=/example.com/0.0.0.0` and `server=/example.com/`, which may name several (dnsmasq(8)). */
const rule = /^(address|server|local)=\/(.+)\/([^/]*)$/

/** Addresses to which dnsmasq sends blocked names. */
const blockTarget = /^(?:#|0\.0\.0\.0|127\.0\.0\.1|::1?)?$/

/** A line of a dnsmasq configuration. Null for what is none. */
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
