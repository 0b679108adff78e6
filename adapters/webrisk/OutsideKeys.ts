import { isIpHost } from "../../core/urls/HostName.ts"
import { isPublicAddress } from "../../core/urls/PublicAddress.ts"
import { innerDomains, metadataHosts } from "../../core/urls/PublicHost.ts"
import type { UrlKeys } from "./UrlKeys.ts"

/** One expression of a URL that a vendor may be asked about. */
export interface OutsideKey {
  readonly expression: string
  readonly digest: Uint8Array
}

/**
 * The expressions whose host is on the public internet. Of the others no vendor can know anything, and even four bytes of a
 * digest would tell that somebody here uses them.
 */
export const outsideKeys = (keys: UrlKeys): ReadonlyArray<OutsideKey> => {
  const outside: Array<OutsideKey> = []
  const inner = new Map<string, boolean>()
  for (const [at, expression] of keys.expressions.entries()) {
    const host = expression.slice(0, expression.indexOf("/"))
    let isInner = inner.get(host)
    if (isInner === undefined) inner.set(host, isInner = isInnerHost(host))
    if (!isInner) outside.push({ expression, digest: keys.digest(at) })
  }
  return outside
}

/**
 * Whether a host means something within one network only. A name that looks like none, which DNS may hold all the same, is
 * not inner: it must not get past the lists.
 *
 * @param host in canonical form
 */
export const isInnerHost = (host: string): boolean => {
  if (isIpHost(host)) return !isPublicAddress(host.startsWith("[") ? host.slice(1, -1) : host)
  const labels = host.split(".")
  return labels.length === 1 || innerDomains.has(labels.at(-1)!) || innerDomains.has(labels.slice(-2).join(".")) ||
    metadataHosts.has(host)
}
