import { hash } from "node:crypto"
import { domainExpressionsOf, expressionsOf, labelsWalkedMax, slashTwinsOf } from "../../core/urls/Expressions.ts"
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
