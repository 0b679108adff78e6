import { hash } from "node:crypto"
import { domainExpressionsOf, expressionsOf, labelsWalkedMax, slashVariantsOf } from "../../core/urls/Expressions.ts"
import { isIpHost } from "../../core/urls/HostName.ts"
import { isPublicAddress } from "../../core/urls/PublicAddress.ts"
import { metadataHosts, privateDomains } from "../../core/urls/PublicHost.ts"
import type { PublicSuffixes } from "../../core/urls/PublicSuffixes.ts"
import type { WebUrl } from "../../core/urls/WebUrl.ts"

/** URL in the form that threat lists use: its expressions and digests, computed once for all sources. */
export class UrlKeys {
  readonly url: WebUrl
  /** Host suffixes combined with path prefixes, for all interpretations of the URL. */
  readonly expressions: ReadonlyArray<string>
  /**
   * `expressions`, and forms that only local lists can contain.
   *
   * Local lists contain paths with and without a trailing slash. They also contain entries for whole domains, so the
   * roots of all parent domains are included.
   */
  readonly feedExpressions: ReadonlyArray<string>
  private readonly digests: Array<Uint8Array> = []

  constructor(url: WebUrl, suffixes: PublicSuffixes["Service"]) {
    this.url = url
    const expressions = expressionsOf(url, suffixes)
    this.expressions = [...expressions]
    const domains = url.readings.some(({ host }) => isDeep(host)) ? domainExpressionsOf(url) : []
    this.feedExpressions = [...new Set([...expressions, ...slashVariantsOf(url, suffixes), ...domains])]
  }

  /**
   * Returns the SHA-256 of the feed expression at an index. It is computed on demand, because a hash costs a
   * microsecond.
   */
  digest(at: number): Uint8Array {
    return this.digests[at] ??= digestOf(this.feedExpressions[at]!)
  }
}

/** Reports whether a host has parent domains that the vendors' rules for `expressions` omit. */
const isDeep = (host: string): boolean => host.split(".").length > labelsWalkedMax

/** Returns the SHA-256 of an expression's bytes, as threat lists use it. */
export const digestOf = (expression: string): Uint8Array => hash("sha256", expression, "buffer")

/** Expression of a URL with its digest. The first bytes of the digest may be sent to a vendor. */
export interface VendorKey {
  readonly expression: string
  readonly digest: Uint8Array
}

/**
 * Returns the expressions with a host on the public internet. Vendors cannot know other hosts, and even four bytes of a
 * digest would reveal that this network uses those hosts.
 */
export const vendorKeys = (keys: UrlKeys): ReadonlyArray<VendorKey> => {
  const sendable: Array<VendorKey> = []
  const internalHosts = new Map<string, boolean>()
  for (const [at, expression] of keys.expressions.entries()) {
    const host = expression.slice(0, expression.indexOf("/"))
    let isInternal = internalHosts.get(host)
    if (isInternal === undefined) internalHosts.set(host, isInternal = isInternalHost(host))
    if (!isInternal) sendable.push({ expression, digest: keys.digest(at) })
  }
  return sendable
}

/**
 * Reports whether a host is meaningful only within one network. Unusual names that DNS could still resolve are not
 * internal, because they must not bypass the lists.
 *
 * @param host host in canonical form
 */
export const isInternalHost = (host: string): boolean => {
  if (isIpHost(host)) return !isPublicAddress(host.startsWith("[") ? host.slice(1, -1) : host)
  const labels = host.split(".")
  return labels.length === 1 || privateDomains.has(host.slice(host.lastIndexOf(".") + 1)) ||
    privateDomains.has(labels.slice(-2).join(".")) ||
    metadataHosts.has(host)
}
