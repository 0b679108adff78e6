import type { Reading } from "./Canonicalize.ts"
import { isIpHost } from "./HostName.ts"
import type { PublicSuffixes } from "./PublicSuffixes.ts"

/** Maximum host labels in the widest published rule (Google's own clients); the documentation says five. */
export const labelsWalkedMax = 7
/** Number of hosts from the registrable domain on, each with one more label (Safe Browsing v5). */
export const registrableWalkedMax = 4
/** Number of path prefixes in addition to the full path: the root and three folders (Web Risk, "URLs and Hashing"). */
export const foldersWalkedMax = 4
/** Maximum hosts per reading: the whole host, its suffixes of two to seven labels, and longer suffixes by the rules of v5. */
export const hostsPerReadingMax = 1 + (labelsWalkedMax - 1) + registrableWalkedMax
/** Maximum paths per reading: with the query, without it, and the folders. */
export const pathsPerReadingMax = 2 + foldersWalkedMax
/** Maximum labels of a DNS name (RFC 1035, section 2.3.4: 255 octets). */
export const hostLabelsMax = 127

/** A `WebUrl` or any other value with readings. */
export interface HasReadings {
  readonly readings: ReadonlyArray<Reading>
}

/**
 * Returns the host-suffix and path-prefix expressions under which a threat list may contain a URL: the union of the
 * published rules without duplicates (v4 and Web Risk from the last five labels, v5 from the registrable domain, seven
 * labels in the reference clients). Unhashed, most frequently listed form first, so the caller can stop hashing at the
 * first match.
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
 * Returns the root of a host and of each parent domain at any depth (`a.example.com/`, `example.com/`, `com/`): the
 * expressions of list entries that cover a domain with all its subdomains.
 */
export const domainExpressionsOf = (url: HasReadings): ReadonlySet<string> => {
  const expressions = new Set<string>()
  for (const { host } of url.readings) {
    for (const suffix of hostSuffixesOf(host)) expressions.add(`${suffix}/`)
  }
  return expressions
}

/**
 * Returns the full paths of a URL with the trailing slash toggled. Most servers treat both forms alike or redirect
 * between them, and lists contain whichever form was reported.
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
 * Toggles the trailing slash.
 *
 * @param path not the root
 */
export const toggleSlash = (path: string): string => path.endsWith("/") ? path.slice(0, -1) : `${path}/`

/**
 * Returns a host and all its parent domains down to the last label, longest first. For a name with more labels than
 * DNS allows, returns the whole name and the last 127 suffixes.
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
  // The Public Suffix List only adds hosts beyond the labels already included.
  const registrable = parents.length > labelsWalkedMax ? suffixes.registrableDomain(host) : null
  if (registrable === null) return hosts
  const least = labelsOf(registrable)
  return [...hosts, ...parents.slice(Math.max(least - 1, labelsWalkedMax), least - 1 + registrableWalkedMax)]
}

const labelsOf = (host: string): number => parentsOf(host).length + 1

/** Returns the full path with and without the query, then the root and the folders below it. */
const pathPrefixes = ({ path, query }: Reading): ReadonlyArray<string> => {
  const prefixes = query === null ? [path] : [`${path}?${query}`, path]
  let at = 0
  for (let count = 0; count < foldersWalkedMax && at >= 0 && at < path.length - 1; count++) {
    prefixes.push(path.slice(0, at + 1))
    at = path.indexOf("/", at + 1)
  }
  return prefixes
}
