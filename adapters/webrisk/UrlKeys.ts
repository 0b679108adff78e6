import { hash } from "node:crypto"
import { domainExpressionsOf, expressionsOf, labelsWalkedMax, slashVariantsOf } from "../../core/urls/Expressions.ts"
import { isIpHost } from "../../core/urls/HostName.ts"
import { isPublicAddress } from "../../core/urls/PublicAddress.ts"
import { metadataHosts, privateDomains } from "../../core/urls/PublicHost.ts"
import type { PublicSuffixes } from "../../core/urls/PublicSuffixes.ts"
import type { WebUrl } from "../../core/urls/WebUrl.ts"

/** A URL in the form used by threat lists: its expressions and their digests, computed once for all sources. */
export class UrlKeys {
  readonly url: WebUrl
  /** Host suffixes combined with path prefixes, for all interpretations of the URL. */
  readonly expressions: ReadonlyArray<string>
  /**
   * `expressions`, plus forms that only local lists can contain. These are paths with and without a trailing slash, and the roots of all
   * other parent domains, for entries that cover whole domains.
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

  /** Returns the SHA-256 of an expression, 32 bytes. Computed on demand, because a hash costs a microsecond. */
  digest(at: number): Uint8Array {
    return this.digests[at] ??= digestOf(this.feedExpressions[at]!)
  }
}

/** Only deeper hosts have parent domains that the published rules omit. */
const isDeep = (host: string): boolean => host.split(".").length > labelsWalkedMax

/** Returns the SHA-256 of an expression's bytes, as threat lists use it. */
export const digestOf = (expression: string): Uint8Array => hash("sha256", expression, "buffer")

/** An expression of a URL that may be sent to a vendor. */
export interface VendorKey {
  readonly expression: string
  readonly digest: Uint8Array
}

/**
 * Returns the expressions with a host on the public internet. Vendors cannot know other hosts, and even four bytes of a digest would reveal
 * that this network uses them.
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
 * Reports whether a host has a meaning only within one network. An unusual name that DNS could still resolve does not count as internal,
 * because it must not bypass the lists.
 *
 * @param host in canonical form
 */
export const isInternalHost = (host: string): boolean => {
  if (isIpHost(host)) return !isPublicAddress(host.startsWith("[") ? host.slice(1, -1) : host)
  const labels = host.split(".")
  return labels.length === 1 || privateDomains.has(host.slice(host.lastIndexOf(".") + 1)) ||
    privateDomains.has(labels.slice(-2).join(".")) ||
    metadataHosts.has(host)
}
