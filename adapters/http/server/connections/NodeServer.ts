import { Context, Deferred, Duration, Effect, Exit, Layer, Schedule, Schema } from "effect"
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http"
import { Ledger } from "../../../../core/credits/Ledger.ts"
import { TooManyConcurrentRequests } from "../messages/ErrorResponse.ts"
import type { Endpoint, HttpResponse } from "../messages/HttpExchange.ts"
import { buildUnroutedErrorResponse } from "../messages/Responses.ts"
import type { ClientAddressResolver } from "./ClientAddress.ts"
import { type ConnectionGuard, guardConnections } from "./ConnectionGuard.ts"
import type { ConnectionLimits } from "./ConnectionTable.ts"
import { Lifecycle } from "./Lifecycle.ts"
import { convertHeadToGet, NodeExchange } from "./NodeExchange.ts"
import { ResponseWriter } from "./ResponseWriter.ts"

/** Maximum bytes and number of a request's headers, far above the needs of a genuine client. */
export const headersBytesMax = 8 * 1024
export const headersCountMax = 64
/**
 * Maximum time for the headers of a request. The time starts with the connection, or with the first byte of a later
 * request.
 */
export const headersMillisMax = 10_000
export const requestMillisMax = 60_000
export const keepAliveMillis = 65_000
export const requestsPerConnectionMax = 10_000
/** Interval of the check for connections that exceed `headersMillisMax` or `requestMillisMax`. */
const connectionsCheckMillis = 2_000
/** Maximum time for requests in progress to finish after the server has stopped listening. */
export const drainMillisMax = 20_000
/** Overrides `drainMillisMax`, in milliseconds, for servers that should stop sooner. */
export const DrainMillisMax = Context.Reference<number>("gatehouse/adapters/http/server/DrainMillisMax", {
  defaultValue: () => drainMillisMax
})
const drainPollMillis = 10

/** Overrides `headersMillisMax` in tests. */
export const HeadersMillisMax = Context.Reference<number>("gatehouse/adapters/http/server/HeadersMillisMax", {
  defaultValue: () => headersMillisMax
})

/**
 * Milliseconds for which the server reads and discards the rest of a body after the response.
 *
 * Closing the connection earlier could destroy the response before the client has read it.
 */
export const LingerMillisMax = Context.Reference<number>("gatehouse/adapters/http/server/LingerMillisMax", {
  defaultValue: () => 1_000
})

export class ListenError extends Schema.TaggedError<ListenError>()("CannotListen", { message: Schema.String }) {}

export interface ServerOptions<R> extends ConnectionLimits {
  readonly host: string
  readonly port: number
  readonly resolveClientAddress: ClientAddressResolver
  /** Reports whether an address belongs to a trusted proxy. */
  readonly isProxy: (address: string) => boolean
  /**
   * Time for which the server still accepts requests after SIGTERM. Load balancers can then notice the stop before the
   * server refuses connections.
   */
  readonly stopDelayMillis: number
  /** Endpoints by path. */
  readonly endpoints: ReadonlyMap<string, Endpoint<R>>
  /** Handler of all paths without an endpoint. */
  readonly fallback: RequestListener
}

export class HttpAddress extends Context.Service<HttpAddress, {
  readonly host: string
  readonly port: number
}>()("gatehouse/adapters/http/server/HttpAddress") {}

/**
 * Starts the listening server.
 *
 * Endpoints run directly on `node:http`, because Effect's HTTP layer costs as much as the rest of a small request
 * (measured). Requests for other paths go to `fallback`.
 *
 * When the layer's scope closes, `/readyz` returns 503 and every response closes its connection. After
 * `stopDelayMillis` the server stops listening, waits for the requests in progress, and closes all connections.
 */
export const layer = <R>(options: ServerOptions<R>): Layer.Layer<HttpAddress, ListenError, R | Ledger | Lifecycle> =>
  Layer.effect(
    HttpAddress,
    Effect.gen(function*() {
      const server = createNodeServer(yield* HeadersMillisMax)
      const guard = yield* guardConnections(server, options)
      const listener = yield* makeListener(options, guard)
      server.on("request", listener)
      // Sends the interim response to `Expect: 100-continue` only when an endpoint reads the body.
      server.on("checkContinue", listener)
      yield* listen(server, { host: options.host, port: options.port, setting: "PORT" })
      yield* Effect.addFinalizer(() => stop(server, guard, options.stopDelayMillis))
      return yield* boundAddress(server)
    })
  )

const createNodeServer = (headersMillis: number): Server => {
  const server = createServer({
    maxHeaderSize: headersBytesMax,
    headersTimeout: headersMillis,
    requestTimeout: requestMillisMax,
    keepAliveTimeout: keepAliveMillis,
    connectionsCheckingInterval: Math.min(connectionsCheckMillis, headersMillis)
  })
  server.maxHeadersCount = headersCountMax
  server.maxRequestsPerSocket = requestsPerConnectionMax
  return server
}

/** Builds the listener that routes each request to an endpoint or to the pages. */
const makeListener = Effect.fnUntraced(function*<R>(
  { resolveClientAddress, endpoints, fallback }: ServerOptions<R>,
  guard: ConnectionGuard
) {
  const run = Effect.runForkWith(yield* Effect.context<R>())
  const lifecycle = yield* Lifecycle
  const writer = new ResponseWriter(yield* Ledger, yield* LingerMillisMax, run)

  const begin = (
    exchange: NodeExchange,
    request: IncomingMessage,
    response: ServerResponse,
    endpoint: Endpoint<R>
  ) => {
    run(endpoint(exchange)).addObserver((exit) => {
      if (Exit.isFailure(exit)) response.destroy()
      else writer.send(request, response, exit.value, exchange.hasUnreadBody(exit.value.closesConnection))
    })
  }

  /** Refuses a request before it reaches an endpoint or a page. */
  const refuse = (request: IncomingMessage, response: ServerResponse, answer: HttpResponse) => {
    const { "content-length": length, "transfer-encoding": coding } = request.headers
    response.shouldKeepAlive = false
    writer.send(request, response, answer, length !== undefined || coding !== undefined)
  }

  const listener: RequestListener = (request, response) => {
    if (lifecycle.isStopping()) response.shouldKeepAlive = false
    const isWithinLimit = guard.beginRequest(request, response)
    if (!hasValidHost(request)) return refuse(request, response, invalidHostResponse())
    const path = pathOf(request)
    const endpoint = endpoints.get(path)
    if (endpoint === undefined) {
      if (!isWithinLimit) return refuse(request, response, tooManyRequestsResponse())
      convertHeadToGet(request)
      return fallback(request, response)
    }
    const exchange = new NodeExchange(request, response, path, resolveClientAddress, isWithinLimit)
    // Waits one tick, because a small body that arrived with the headers is then already buffered.
    process.nextTick(begin, exchange, request, response, endpoint)
  }
  return listener
})

const invalidHostResponse = (): HttpResponse =>
  buildUnroutedErrorResponse(400, "Send exactly one Host header with a valid host name.", [])

const tooManyRequestsResponse = (): HttpResponse => {
  const { message, retryAfterSeconds } = new TooManyConcurrentRequests()
  return buildUnroutedErrorResponse(429, message, ["Retry-After", String(retryAfterSeconds)])
}

/** Returns the path of a request, without the query. */
const pathOf = (request: IncomingMessage): string => {
  const url = originForm(request)
  const query = url.indexOf("?")
  return query < 0 ? url : url.slice(0, query)
}

/**
 * Converts an absolute-form target, which proxies send, to origin form (RFC 9112, section 3.2.2). Updates
 * `request.url`.
 */
const originForm = (request: IncomingMessage): string => {
  const url = request.url ?? "/"
  if (url.startsWith("/")) return url
  const rest = url.replace(/^https?:\/\/[^/?#]*/i, "")
  return request.url = rest.startsWith("/") ? rest : `/${rest}`
}

export interface ListenOptions {
  readonly host: string
  readonly port: number
  /** Setting to change if the port is in use. */
  readonly setting: string
}

/** Starts listening. Fails if the port is in use, or if the address does not belong to this machine. */
export const listen = (server: Server, { host, port, setting }: ListenOptions) =>
  Effect.callback<void, ListenError>((resume) => {
    server.once(
      "error",
      (error) => resume(Effect.fail(new ListenError({ message: listenErrorMessage(error, { host, port, setting }) })))
    )
    server.listen({ host, port, backlog: 1_024 }, () => resume(Effect.void))
  })

const listenErrorMessage = (error: Error, { host, port, setting }: ListenOptions): string =>
  "code" in error && error.code === "EADDRINUSE"
    ? `Port ${port} on ${host} is in use. Stop the other process or set ${setting}.`
    : `Cannot listen on ${host}:${port}: ${error.message}`

const boundAddress = (server: Server): Effect.Effect<HttpAddress["Service"], ListenError> => {
  const bound = server.address()
  return bound === null || typeof bound === "string"
    ? new ListenError({ message: "The server has no TCP port." })
    : Effect.succeed(HttpAddress.of({ host: bound.address, port: bound.port }))
}

const stop = Effect.fnUntraced(function*(server: Server, guard: ConnectionGuard, delayMillis: number) {
  const drainMillis = yield* DrainMillisMax
  ;(yield* Lifecycle).stop()
  guard.closeAfterResponses()
  if (delayMillis > 0) {
    yield* Effect.logInfo(`Stopping. New requests are accepted for another ${delayMillis / 1_000} s.`)
    yield* Effect.sleep(Duration.millis(delayMillis))
  }
  yield* drain(server, () => guard.requestsInProgress(), drainMillis)
})

const drain = Effect.fnUntraced(function*(server: Server, running: () => number, millisMax: number) {
  const closed = yield* Deferred.make<void>()
  server.close(() => Deferred.doneUnsafe(closed, Effect.void))
  server.closeIdleConnections()
  const idle = Effect.suspend(() => running() === 0 ? Effect.void : Effect.fail("busy")).pipe(
    Effect.retry(Schedule.spaced(Duration.millis(drainPollMillis))),
    Effect.ignore
  )
  yield* Effect.timeoutOption(idle, Duration.millis(millisMax))
  // Responses that are being written get 50 ms before idle connections are closed.
  yield* Effect.sleep(Duration.millis(50))
  server.closeIdleConnections()
  yield* Effect.timeoutOption(Deferred.await(closed), Duration.millis(1_000))
  server.closeAllConnections()
})

/**
 * Reports whether a request has at most one `Host` header, with a valid host name (RFC 9112 §3.2).
 *
 * A proxy could read several `Host` headers, or an invalid value, differently from this server. Node refuses HTTP/1.1
 * requests without a `Host` header. Node's `headers` property contains only the first `Host`, so this function reads
 * `rawHeaders`.
 */
export const hasValidHost = ({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean => {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length !== 4 || name.toLowerCase() !== "host") continue
    if (++hosts > 1 || invalidHostChars.test(rawHeaders[at + 1]!)) return false
  }
  return true
}

/**
 * Characters that cannot occur in a `Host` header (RFC 3986 §3.2). They end an authority, follow user information, or
 * are invalid.
 */
const invalidHostChars = /[\s,/?#@\\]/
