import { hash } from "node:crypto"
import { domainExpressionsOf, expressionsOf, labelsWalkedMax, slashTwinsOf } from "../../core/urls/Expressions.ts"
import { isIpHost } from "../../core/urls/HostName.ts"
import { isPublicAddress } from "../../core/urls/PublicAddress.ts"
import { innerDomains, metadataHosts } from "../../core/urls/PublicHost.ts"
import type { PublicSuffixes } from "../../core/urls/PublicSuffixes.ts"
import type { WebUrl } from "../../core/urls/WebUrl.ts"

/** A URL as threat lists know it: its expressions and their digests, made once for all the sources that are asked. */
export class UrlKeys {
  readonly url: WebUrl
  /** Host suffixes with path prefixes, in all readings. */
  readonly expressions: ReadonlyArray<string>
  /**
   * The same, and what lists that are looked up here may hold as well: the paths with and without a slash at the end, and the roots
   * of all other domains above the host, for entries that cover domains with all that is below.
   */
  readonly forFeeds: ReadonlyArray<string>
  private readonly digests: Array<Uint8Array> = []

  constructor(url: WebUrl, suffixes: PublicSuffixes["Service"]) {
    this.url = url
    const expressions = expressionsOf(url, suffixes)
    this.expressions = [...expressions]
    const domains = url.readings.some(({ host }) => isDeep(host)) ? domainExpressionsOf(url) : []
    this.forFeeds = [...new Set([...expressions, ...slashTwinsOf(url, suffixes), ...domains])]
  }

  /** SHA-256 of an expression, 32 bytes. A hash costs a microsecond: none is made before a source asks for it. */
  digest(at: number): Uint8Array {
    return this.digests[at] ??= digestOf(this.forFeeds[at]!)
  }
}

/** Only such hosts have domains above them that the published rules leave out. */
const isDeep = (host: string): boolean => host.split(".").length > labelsWalkedMax

/** SHA-256 of an expression, as the threat lists make it of its bytes. */
export const digestOf = (expression: string): Uint8Array => hash("sha256", expression, "buffer")

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
  return labels.length === 1 || innerDomains.has(host.slice(host.lastIndexOf(".") + 1)) ||
    innerDomains.has(labels.slice(-2).join(".")) ||
    metadataHosts.has(host)
}
