import type { UrlReading } from "./Canonicalize.ts"
import { isIpHost } from "./HostName.ts"
import type { PublicSuffixes } from "./PublicSuffixes.ts"

/**
 * Maximum labels of a host suffix in the widest published rule, that of Google's own clients. The documentation says
 * five.
 */
export const labelsWalkedMax = 7
/** Number of host suffixes from the registrable domain on, each with one more label (Safe Browsing v5). */
export const registrableWalkedMax = 4
/** Number of path prefixes in addition to the full path: the root and three folders (Web Risk, "URLs and Hashing"). */
export const foldersWalkedMax = 4
/**
 * Maximum hosts per reading: the whole host, its suffixes of two to seven labels, and longer suffixes by the rules of
 * Safe Browsing v5.
 */
export const hostsPerReadingMax = 1 + (labelsWalkedMax - 1) + registrableWalkedMax
/** Maximum paths per reading: the path with the query, the path without it, and the folders. */
export const pathsPerReadingMax = 2 + foldersWalkedMax
/** Maximum labels of a DNS name (RFC 1035, section 2.3.4: 255 octets). */
export const hostLabelsMax = 127

/** A `WebUrl` or any other value with readings. */
export interface HasReadings {
  readonly readings: ReadonlyArray<UrlReading>
}

/**
 * Returns the host-suffix and path-prefix expressions under which a threat list may contain a URL. They are the union
 * of the published rules without duplicates: v4 and Web Risk use the last five labels, v5 starts from the registrable
 * domain, and the reference clients use seven labels. The expressions are not hashed. The most frequently listed form
 * comes first, so the caller can stop hashing at the first match.
 */
export const expressionsOf = (
  url: HasReadings,
  suffixes: PublicSuffixes["Service"]
): ReadonlySet<string> => {
  const expressions = new Set<string>()
  for (const reading of url.readings) {
    const paths = pathPrefixes(reading)
    for (const host of hostSuffixes(reading.host, suffixes)) {
      for (const path of paths) expressions.add(host + path)
    }
  }
  return expressions
}

/**
 * Returns the expressions of list entries that cover a domain with all its subdomains. These are the host and each
 * parent domain, each with the path `/`: `a.example.com/`, `example.com/`, `com/`.
 */
export const domainExpressionsOf = (url: HasReadings): ReadonlySet<string> => {
  const expressions = new Set<string>()
  for (const { host } of url.readings) {
    for (const suffix of hostSuffixesOf(host)) expressions.add(`${suffix}/`)
  }
  return expressions
}

/**
 * Returns the expressions for the full path of a URL with the trailing slash toggled. Most servers treat both forms
 * alike or redirect between them, but a list may contain only the form that was reported.
 */
export const slashVariantsOf = (url: HasReadings, suffixes: PublicSuffixes["Service"]): ReadonlySet<string> => {
  const twins = new Set<string>()
  for (const { host, path, query } of url.readings) {
    if (path === "/") continue
    const twin = toggleSlash(path)
    for (const suffix of hostSuffixes(host, suffixes)) {
      if (query !== null) twins.add(`${suffix}${twin}?${query}`)
      twins.add(suffix + twin)
    }
  }
  return twins
}

/**
 * Toggles the trailing slash of a path.
 *
 * @param path any path except the root
 */
export const toggleSlash = (path: string): string => path.endsWith("/") ? path.slice(0, -1) : `${path}/`

/**
 * Returns a host and all its parent domains down to the last label, longest first. For a name with more labels than DNS
 * allows, returns the whole name and its 127 shortest suffixes.
 */
export const hostSuffixesOf = (host: string): ReadonlyArray<string> =>
  isIpHost(host) ? [host] : [host, ...parentsOf(host).toReversed()]

/** Returns the parent domains of a host, starting with the last label. */
const parentsOf = (host: string, labelsMax = hostLabelsMax): Array<string> => {
  const parents: Array<string> = []
  for (let at = host.lastIndexOf("."); at > 0 && parents.length < labelsMax; at = host.lastIndexOf(".", at - 1)) {
    parents.push(host.slice(at + 1))
  }
  return parents
}

const hostSuffixes = (host: string, suffixes: PublicSuffixes["Service"]): ReadonlyArray<string> => {
  if (isIpHost(host)) return [host]
  const parents = parentsOf(host)
  const hosts = [host, ...parents.slice(1, labelsWalkedMax)]
  // The registrable domain can only add hosts with more labels than those already included.
  const registrable = parents.length > labelsWalkedMax ? suffixes.registrableDomain(host) : null
  if (registrable === null) return hosts
  const least = labelsOf(registrable)
  return [...hosts, ...parents.slice(Math.max(least - 1, labelsWalkedMax), least - 1 + registrableWalkedMax)]
}

const labelsOf = (host: string): number => parentsOf(host).length + 1

/** Returns the full path with and without the query, then the root and the folders below it. */
const pathPrefixes = ({ path, query }: UrlReading): ReadonlyArray<string> => {
  const prefixes = query === null ? [path] : [`${path}?${query}`, path]
  let at = 0
  for (let count = 0; count < foldersWalkedMax && at >= 0 && at < path.length - 1; count++) {
    prefixes.push(path.slice(0, at + 1))
    at = path.indexOf("/", at + 1)
  }
  return prefixes
}
