import { Context, Deferred, Effect, Option, Stream } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { ClientAddressResolver } from "../server/connections/ClientAddress.ts"
import {
  BodyAborted,
  BodyTooLarge,
  ClientDisconnected,
  type HttpExchange,
  singletonHeaders
} from "../server/messages/HttpExchange.ts"

/**
 * Address of the other end of the socket, for requests that do not contain it, such as fetch requests. For these, pass
 * the address that Bun's `requestIP` or Deno's `remoteAddr` returns.
 */
export const RemoteAddress = Context.Reference<string | null>("gatehouse/adapters/http/mount/RemoteAddress", {
  defaultValue: () => null
})

/** Adapts a request of Effect's HTTP server to `HttpExchange`. */
export class EffectExchange implements HttpExchange {
  readonly path: string
  readonly query: string
  /** Always true, because the surrounding server is responsible for limiting its clients. */
  readonly isWithinConcurrencyLimit = true
  private readonly request: HttpServerRequest.HttpServerRequest
  private readonly resolveClientAddress: ClientAddressResolver
  private readonly knownAddress: string | null
  private readonly disconnection = Deferred.makeUnsafe<never, ClientDisconnected>()

  /** @param knownAddress address of the other end of the socket; null if the request contains it */
  constructor(
    request: HttpServerRequest.HttpServerRequest,
    resolveClientAddress: ClientAddressResolver,
    knownAddress: string | null
  ) {
    this.request = request
    this.resolveClientAddress = resolveClientAddress
    this.knownAddress = knownAddress
    const [path = "", ...query] = request.url.split("?")
    this.path = path
    this.query = query.join("?")
  }

  get method(): string {
    return this.request.method
  }

  get remoteAddress(): string {
    const address = this.knownAddress ?? Option.getOrNull(this.request.remoteAddress)
    if (address !== null) return address
    // Without addresses, all visitors would share one limit.
    throw new Error("The client's address is unknown. Pass it to the handler of the mounted API with each request.")
  }

  get clientAddress(): string {
    return this.resolveClientAddress(this.remoteAddress, this.header("x-forwarded-for"))
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name]
    // Servers join repeated headers with a comma and a space.
    return value !== undefined && singletonHeaders.has(name) && value.includes(", ") ? "" : value
  }

  readBody(bytesMax: number, take: (chunk: Uint8Array) => void): Effect.Effect<void, BodyTooLarge | BodyAborted> {
    // Refuses a body with an excessive Content-Length before reading it.
    if (Number(this.request.headers["content-length"] ?? 0) > bytesMax) return new BodyTooLarge({ bytesMax })
    // Effect provides no stream for a fetch `Request` without a body.
    if (this.request.source instanceof Request && this.request.source.body === null) return Effect.void
    let bytes = 0
    return Stream.runForEach(
      Stream.mapError(this.request.stream, () => new BodyAborted()),
      (chunk) => {
        bytes += chunk.byteLength
        return bytes > bytesMax ? new BodyTooLarge({ bytesMax }) : Effect.sync(() => take(chunk))
      }
    )
  }

  get whenDisconnected(): Effect.Effect<never, ClientDisconnected> {
    return Deferred.await(this.disconnection)
  }

  /** Records that the client has disconnected. */
  disconnect(): void {
    Deferred.doneUnsafe(this.disconnection, Effect.fail(new ClientDisconnected()))
  }
}
