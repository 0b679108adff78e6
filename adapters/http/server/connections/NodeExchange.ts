import { Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import {
  BodyAborted,
  BodyTooLarge,
  ClientDisconnected,
  type HttpExchange,
  singletonHeaders
} from "../messages/HttpExchange.ts"
import type { ClientAddressResolver } from "./ClientAddress.ts"

/** Adapts a `node:http` request to `HttpExchange`. Node, Bun and Deno all provide `node:http`. */
export class NodeExchange implements HttpExchange {
  readonly path: string
  readonly isWithinConcurrencyLimit: boolean
  private readonly resolveClientAddress: ClientAddressResolver
  private readonly request: IncomingMessage
  private readonly response: ServerResponse
  private isBodyRead = false

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    addressOf: ClientAddressResolver,
    isWithinLimit: boolean
  ) {
    this.isWithinConcurrencyLimit = isWithinLimit
    this.resolveClientAddress = addressOf
    this.request = request
    this.response = response
    this.path = path
  }

  get query(): string {
    const url = this.request.url ?? ""
    const at = url.indexOf("?")
    return at < 0 ? "" : url.slice(at + 1)
  }

  get method(): string {
    return this.request.method ?? ""
  }

  get remoteAddress(): string {
    return this.request.socket.remoteAddress ?? ""
  }

  get clientAddress(): string {
    return this.resolveClientAddress(this.remoteAddress, this.header("x-forwarded-for"))
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name]
    // Node joins repeated headers with a comma. If a header of `singletonHeaders` is repeated, the result is an empty
    // text.
    if (typeof value !== "string") return undefined
    return singletonHeaders.has(name) && value.includes(",") && isRepeated(this.request, name) ? "" : value
  }

  readBody(bytesMax: number, take: (chunk: Uint8Array) => void): Effect.Effect<void, BodyTooLarge | BodyAborted> {
    // Refuses a body with an excessive Content-Length before reading it.
    if (Number(this.request.headers["content-length"] ?? 0) > bytesMax) return tooLarge(bytesMax)
    if (!isBodyBuffered(this.request)) return readStream(this.request, this.response, bytesMax, take)
    const chunk: Uint8Array | null = this.request.read()
    if (chunk !== null) take(chunk)
    this.isBodyRead = true
    return Effect.void
  }

  get whenDisconnected(): Effect.Effect<never, ClientDisconnected> {
    const { request: { socket }, response } = this
    return Effect.callback((resume) => {
      const onClose = () => resume(Effect.fail(new ClientDisconnected()))
      response.once("close", onClose)
      socket.once("close", onClose)
      if (response.destroyed || socket.destroyed) onClose()
      return Effect.sync(() => {
        response.off("close", onClose)
        socket.off("close", onClose)
      })
    })
  }

  /** Reports whether the client may still send request bytes that will not be read. */
  hasUnreadBody(closes: boolean): boolean {
    const { complete, headers, readableEnded } = this.request
    if (readableEnded || this.isBodyRead) return false
    if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return false
    return closes || !complete && !isBodyBuffered(this.request)
  }
}

const isRepeated = (request: IncomingMessage, name: string): boolean => (request.headersDistinct[name]?.length ?? 0) > 1

const tooLarge = (bytesMax: number) => Effect.fail(new BodyTooLarge({ bytesMax }))

/** Reports whether the whole body is buffered. Small bodies mostly arrive with the headers and need no listeners. */
const isBodyBuffered = (request: IncomingMessage): boolean =>
  !request.destroyed && request.readableFlowing === null && !request.readableEnded &&
  request.readableLength === Number(request.headers["content-length"] ?? -1)

const readStream = (
  request: IncomingMessage,
  response: ServerResponse,
  bytesMax: number,
  take: (chunk: Uint8Array) => void
) =>
  Effect.callback<void, BodyTooLarge | BodyAborted>((resume) => {
    if (request.headers.expect !== undefined) response.writeContinue()
    let bytes = 0
    const done = (outcome: Effect.Effect<void, BodyTooLarge | BodyAborted>) => {
      request.off("data", onData)
      request.off("end", onEnd)
      request.off("close", onClose)
      resume(outcome)
    }
    const onData = (chunk: Uint8Array) => {
      bytes += chunk.byteLength
      if (bytes <= bytesMax) return take(chunk)
      request.pause()
      done(tooLarge(bytesMax))
    }
    const onEnd = () => done(Effect.void)
    const onClose = () => done(Effect.fail(new BodyAborted()))
    request.on("data", onData)
    request.on("end", onEnd)
    request.on("close", onClose)
    if (request.destroyed && !request.readableEnded) onClose()
  })

const headRequests = new WeakSet<object>()

/** Turns a HEAD request into a GET request for handlers that support only GET. Node omits the response body. */
export const convertHeadToGet = (request: IncomingMessage): void => {
  if (request.method !== "HEAD") return
  headRequests.add(request)
  request.method = "GET"
}

/** Reports whether a request was originally a HEAD request, so that a handler can skip building the body. */
export const isHeadRequest = (request: object): boolean => headRequests.has(request)
