import { hash } from "node:crypto"
import type { PublicSuffixes } from "../../core/ports/PublicSuffixes.ts"
import { expressionsOf } from "../../core/urls/Expressions.ts"
import type { WebUrl } from "../../core/urls/WebUrl.ts"

/** A URL as threat lists know it: its expressions and their digests, made once for all the sources that are asked. */
export class UrlKeys {
  readonly url: WebUrl
  /** Host suffixes with path prefixes, in all readings. */
  readonly expressions: ReadonlyArray<string>
  private readonly digests: Array<Uint8Array> = []

  constructor(url: WebUrl, suffixes: PublicSuffixes["Service"]) {
    this.url = url
    this.expressions = [...expressionsOf(url, suffixes)]
  }

  /** SHA-256 of an expression, 32 bytes. A hash costs a microsecond: none is made before a source asks for it. */
  digest(at: number): Uint8Array {
    return this.digests[at] ??= digestOf(this.expressions[at]!)
  }
}

/** SHA-256 of an expression, as the threat lists make it of its bytes. */
export const digestOf = (expression: string): Uint8Array => hash("sha256", expression, "buffer")
