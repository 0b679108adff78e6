import { Effect } from "effect"
import { BodyTooLarge, type HttpExchange } from "../../server/messages/HttpExchange.ts"

/** Headers of the outer request that do not apply to the inner request, which has another body and credential. */
const ownHeaders: ReadonlySet<string> = new Set([
  "authorization",
  "content-encoding",
  "content-length",
  "expect",
  "idempotency-key",
  "transfer-encoding"
])

export interface BufferedBody {
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** POST request to an endpoint of this server, sent within another request and on behalf of its client. */
export class BufferedExchange implements HttpExchange {
  readonly method = "POST"
  readonly query = ""
  readonly path: string
  readonly remoteAddress: string
  readonly clientAddress: string
  readonly isWithinConcurrencyLimit: boolean
  readonly whenDisconnected: HttpExchange["whenDisconnected"]
  private readonly outer: HttpExchange
  private readonly apiKey: string
  private readonly body: BufferedBody

  constructor(outer: HttpExchange, apiKey: string, path: string, body: BufferedBody) {
    this.path = path
    this.remoteAddress = outer.remoteAddress
    this.clientAddress = outer.clientAddress
    this.isWithinConcurrencyLimit = outer.isWithinConcurrencyLimit
    this.whenDisconnected = outer.whenDisconnected
    this.outer = outer
    this.apiKey = apiKey
    this.body = body
  }

  header(name: string): string | undefined {
    if (name === "api-key") return this.apiKey
    if (name === "content-type") return this.body.contentType
    return ownHeaders.has(name) ? undefined : this.outer.header(name)
  }

  readBody(bytesMax: number, take: (chunk: Uint8Array) => void): Effect.Effect<void, BodyTooLarge> {
    const { bytes } = this.body
    if (bytes.byteLength > bytesMax) return Effect.fail(new BodyTooLarge({ bytesMax }))
    take(bytes)
    return Effect.void
  }
}
