import type { PublicSuffixes } from "../ports/PublicSuffixes.ts"
import type { Reading } from "./Canonicalize.ts"
import { isIpHost } from "./HostName.ts"
import type { WebUrl } from "./WebUrl.ts"

/** Labels that the widest of the published rules walks (Google's own clients); the documents say five. */
export const labelsWalkedMax = 7
/** Path prefixes beside the full path: the root and three folders (Web Risk, "URLs and Hashing"). */
export const foldersWalkedMax = 4

/**
 * Host-suffix and path-prefix expressions under which a threat list may hold a URL: the union of the published rules (v4
 * and Web Risk from the last five labels, v5 from the registrable domain, seven labels in the reference clients).
 */
export const expressionsOf = (url: WebUrl, suffixes: PublicSuffixes["Service"]): ReadonlySet<string> => {
  const expressions = new Set<string>()
  for (const reading of url.readings) {
    for (const host of hostSuffixes(reading.host, suffixes)) {
      for (const path of pathPrefixes(reading)) expressions.add(host + path)
    }
  }
  return expressions
}

const hostSuffixes = (host: string, suffixes: PublicSuffixes["Service"]): ReadonlySet<string> => {
  if (isIpHost(host)) return new Set([host])
  const labels = host.split(".")
  const hosts = new Set([host])
  for (let count = Math.min(labelsWalkedMax, labels.length); count >= 2; count--) {
    hosts.add(labels.slice(-count).join("."))
  }
  const registrable = suffixes.registrableDomain(host)
  if (registrable !== null) {
    const least = registrable.split(".").length
    for (let count = least; count < Math.min(least + 4, labels.length); count++) {
      hosts.add(labels.slice(-count).join("."))
    }
  }
  return hosts
}

const pathPrefixes = ({ path, query }: Reading): ReadonlySet<string> => {
  const prefixes = new Set<string>()
  if (query !== null) prefixes.add(`${path}?${query}`)
  prefixes.add(path)
  let at = 0
  for (let count = 0; count < foldersWalkedMax && at >= 0; count++) {
    prefixes.add(path.slice(0, at + 1))
    at = path.indexOf("/", at + 1)
  }
  return prefixes
}
