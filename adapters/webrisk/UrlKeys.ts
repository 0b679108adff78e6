import { hash } from "node:crypto"
import type { PublicSuffixes } from "../../core/ports/PublicSuffixes.ts"
import { domainExpressionsOf, expressionsOf, labelsWalkedMax } from "../../core/urls/Expressions.ts"
import type { WebUrl } from "../../core/urls/WebUrl.ts"

/** A URL as threat lists know it: its expressions and their digests, made once for all the sources that are asked. */
export class UrlKeys {
  readonly url: WebUrl
  /** Host suffixes with path prefixes, in all readings. */
  readonly expressions: ReadonlyArray<string>
  /** After them the roots of all other domains above the host, for lists whose entries are for domains with all that is below. */
  readonly withAllDomains: ReadonlyArray<string>
  private readonly digests: Array<Uint8Array> = []

  constructor(url: WebUrl, suffixes: PublicSuffixes["Service"]) {
    this.url = url
    const expressions = expressionsOf(url, suffixes)
    this.expressions = [...expressions]
    this.withAllDomains = url.readings.some(({ host }) => isDeep(host))
      ? [...new Set([...expressions, ...domainExpressionsOf(url)])]
      : this.expressions
  }

  /** SHA-256 of an expression, 32 bytes. A hash costs a microsecond: none is made before a source asks for it. */
  digest(at: number): Uint8Array {
    return this.digests[at] ??= digestOf(this.withAllDomains[at]!)
  }
}

/** Only such hosts have domains above them that the published rules leave out. */
const isDeep = (host: string): boolean => host.split(".").length > labelsWalkedMax

/** SHA-256 of an expression, as the threat lists make it of its bytes. */
export const digestOf = (expression: string): Uint8Array => hash("sha256", expression, "buffer")
