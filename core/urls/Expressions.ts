import type { Reading } from "./Canonicalize.ts"
import { isIpHost } from "./HostName.ts"
import type { PublicSuffixes } from "./PublicSuffixes.ts"

/** Labels that the widest of the published rules walks (Google's own clients); the documents say five. */
export const labelsWalkedMax = 7
/** Hosts from the registrable domain on, with one more label each (Safe Browsing v5). */
export const registrableWalkedMax = 4
/** Path prefixes beside the full path: the root and three folders (Web Risk, "URLs and Hashing"). */
export const foldersWalkedMax = 4
/** Hosts of one reading: the whole one, those of two to seven labels, and those of v5 where they have more labels still. */
export const hostsPerReadingMax = 1 + (labelsWalkedMax - 1) + registrableWalkedMax
/** Paths of one reading: with the query, without it, and the folders. */
export const pathsPerReadingMax = 2 + foldersWalkedMax
/** Labels of a name that DNS can hold (RFC 1035, section 2.3.4: 255 octets). */
export const hostLabelsMax = 127

/** A `WebUrl`, or whatever else has readings. */
export interface Readable {
  readonly readings: ReadonlyArray<Reading>
}

/**
 * Host-suffix and path-prefix expressions under which a threat list may hold a URL: the union of the published rules (v4
 * and Web Risk from the last five labels, v5 from the registrable domain, seven labels in the reference clients), each once.
 * They are texts, in the order in which lists most often hold them: who hashes them can stop at the first that is found.
 */
export const expressionsOf = (
  url: Readable,
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
 * The root of a host and of each domain above it, however deep (`a.example.com/`, `example.com/`, `com/`): what a list has to
 * hold for an entry that covers a domain with all its subdomains.
 */
export const domainExpressionsOf = (url: Readable): ReadonlySet<string> => {
  const expressions = new Set<string>()
  for (const { host } of url.readings) {
    for (const suffix of hostSuffixesOf(host)) expressions.add(`${suffix}/`)
  }
  return expressions
}

/**
 * The full paths of a URL, with a slash at the end where there is none and without where there is one. Most servers answer both
 * with one page or send from one to the other, of which lists hold what somebody saw.
 */
export const slashTwinsOf = (url: Readable, suffixes: PublicSuffixes["Service"]): ReadonlySet<string> => {
  const twins = new Set<string>()
  for (const { host, path, query } of url.readings) {
    if (path === "/") continue
    const twin = slashTwin(path)
    for (const suffix of hostSuffixes(host, suffixes)) {
      if (query !== null) twins.add(`${suffix}${twin}?${query}`)
      twins.add(suffix + twin)
    }
  }
  return twins
}

/** @param path not the root */
export const slashTwin = (path: string): string => path.endsWith("/") ? path.slice(0, -1) : `${path}/`

/**
 * A host and every domain above it down to the last label, longest first. Of a name with more labels than DNS can hold, the
 * whole one and the last 127 suffixes.
 */
export const hostSuffixesOf = (host: string): ReadonlyArray<string> =>
  isIpHost(host) ? [host] : [host, ...parentsOf(host).toReversed()]

/** The domains above a host, from the last label on. */
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
  // The list of public suffixes adds something only where there are more labels than have been walked already.
  const registrable = parents.length > labelsWalkedMax ? suffixes.registrableDomain(host) : null
  if (registrable === null) return hosts
  const least = labelsOf(registrable)
  return [...hosts, ...parents.slice(Math.max(least - 1, labelsWalkedMax), least - 1 + registrableWalkedMax)]
}

const labelsOf = (host: string): number => parentsOf(host).length + 1

/** The whole path first, with the query and without, then the root and the folders below it. */
const pathPrefixes = ({ path, query }: Reading): ReadonlyArray<string> => {
  const prefixes = query === null ? [path] : [`${path}?${query}`, path]
  let at = 0
  for (let count = 0; count < foldersWalkedMax && at >= 0 && at < path.length - 1; count++) {
    prefixes.push(path.slice(0, at + 1))
    at = path.indexOf("/", at + 1)
  }
  return prefixes
}
