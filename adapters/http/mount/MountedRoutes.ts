import { type Context, Effect, Exit, Fiber, type Scope, Stream } from "effect"
import { Headers, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Ledger } from "../../../core/credits/Ledger.ts"
import { uploadBytesMaxDefault } from "../../../core/documents/ReceivedBytes.ts"
import type { Idempotency } from "../../../core/history/Idempotency.ts"
import { shieldRequestsPerMinuteDefault } from "../../../core/shield/VisitorTraffic.ts"
import { type EndpointOptions, makeEndpoints, type ScreeningPorts } from "../handlers/Endpoints.ts"
import { type ClientAddressResolver, makeClientAddressResolver } from "../server/connections/ClientAddress.ts"
import { Observer, type ObserverOptions } from "../server/endpoints/Observer.ts"
import type { Endpoint, HttpResponse, InFlightCharge } from "../server/messages/HttpExchange.ts"
import { fileReply, type StaticFile } from "../server/pages/StaticFile.ts"
import type { WidgetFiles } from "../server/pages/WidgetFiles.ts"
import { EffectExchange, RemoteAddress } from "./EffectExchange.ts"

/**
 * Options of the API in another program's server. The limits have the same defaults as on Gatehouse's server. The
 * access log, traces and stored messages are off by default.
 */
export interface MountOptions extends Partial<EndpointOptions> {
  /** Form in which the request history stores addresses, URLs and file names. By default, masked. */
  readonly historySubjects?: ObserverOptions["subjects"]
  /** Networks of the proxies whose `X-Forwarded-For` is used, in CIDR notation. By default, none. */
  readonly trustedProxies?: ReadonlyArray<string>
  /** Files of Shield's widget, served below `/shield/`. By default, they are not served. */
  readonly widget?: WidgetFiles
}

/**
 * Handler of the requests for one path. When the scope closes, a charge is confirmed, or refunded if the delivery
 * failed.
 */
export type MountedRoute = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

/** Builds the endpoints of the public API. They require the ports of the core. */
export const makeMountedEndpoints = (options: MountOptions) =>
  makeEndpoints({
    uploadBytesMax: uploadBytesMaxDefault,
    accessLog: "off",
    traceRatio: null,
    leadMessages: "off",
    shieldRequestsPerMinute: shieldRequestsPerMinuteDefault,
    ...options
  }).pipe(Effect.provide(Observer.layer({ subjects: options.historySubjects ?? "masked" })))

/** Builds the handlers of the API's endpoints and of the widget's files, by path. */
export const makeMountedRoutes = Effect.fnUntraced(function*(options: MountOptions) {
  const context = yield* Effect.context<ScreeningPorts | Idempotency>()
  const ledger = yield* Ledger
  const resolve = makeClientAddressResolver(options.trustedProxies ?? [])
  const routes = new Map<string, MountedRoute>()
  for (const [path, endpoint] of yield* makeMountedEndpoints(options)) {
    routes.set(path, endpointRoute(endpoint, { context, ledger, resolve }))
  }
  for (const [path, file] of options.widget?.files ?? []) routes.set(path, fileRoute(file))
  return routes
})

interface RouteParts<R> {
  readonly context: Context.Context<R>
  readonly ledger: Ledger["Service"]
  readonly resolve: ClientAddressResolver
}

/**
 * Builds the handler of an endpoint.
 *
 * The endpoint runs in a separate fiber, because an interruption between the charge and the response would leave the
 * charge in flight. If the client disconnects, the charge is refunded.
 */
const endpointRoute = <R>(endpoint: Endpoint<R>, { context, ledger, resolve }: RouteParts<R>): MountedRoute =>
  Effect.gen(function*() {
    const exchange = new EffectExchange(yield* HttpServerRequest.HttpServerRequest, resolve, yield* RemoteAddress)
    const refund = ({ accountId, requestId }: InFlightCharge) =>
      Effect.ignore(ledger.execute({ kind: "refund", accountId, requestId, note: "client disconnected" }))
    const run = yield* Effect.forkDetach(Effect.provideContext(endpoint(exchange), context))
    const reply = yield* Effect.onInterrupt(Effect.interruptible(Fiber.join(run)), () => {
      exchange.disconnect()
      return Effect.forkDetach(
        Effect.flatMap(Fiber.join(run), ({ inFlight }) => inFlight === null ? Effect.void : refund(inFlight))
      )
    })
    const { inFlight } = reply
    if (inFlight !== null) {
      yield* Effect.addFinalizer((exit) =>
        Exit.isSuccess(exit) ? Effect.sync(() => ledger.markDelivered(inFlight.requestId)) : refund(inFlight)
      )
    }
    return toServerResponse(reply)
  })

const toServerResponse = ({ body, headers: parts, inFlight, status }: HttpResponse) => {
  const headers = Headers.fromInput(pairsOf(parts))
  if (body === "") return HttpServerResponse.empty({ status, headers })
  const contentType = headers["content-type"] ?? "application/json"
  if (inFlight === null) return HttpServerResponse.text(body, { status, headers, contentType })
  // With a stream, the scope closes only after the server has sent the body. With a text, the charge would be confirmed
  // before that.
  const bytes = new TextEncoder().encode(body)
  return HttpServerResponse.stream(Stream.make(bytes), { status, headers, contentType, contentLength: bytes.length })
}

/** Returns the pairs of an array in which names and values alternate. */
const pairsOf = (parts: ReadonlyArray<string>): Array<readonly [string, string]> =>
  parts.flatMap((name, at) => at % 2 === 0 ? [[name, parts[at + 1] ?? ""] as const] : [])

/** Builds the handler of a static file. */
const fileRoute = (file: StaticFile): MountedRoute =>
  Effect.map(HttpServerRequest.HttpServerRequest, ({ headers, method }) => {
    if (method !== "GET" && method !== "HEAD") return wrongMethod
    const reply = fileReply({ accept: headers["accept-encoding"], tags: headers["if-none-match"] }, file)
    const options = { status: reply.status, headers: Headers.fromInput(pairsOf(reply.headers)) }
    return reply.body === null
      ? HttpServerResponse.empty(options)
      : HttpServerResponse.uint8Array(reply.body, { ...options, contentType: file.type })
  })

const wrongMethod = HttpServerResponse.jsonUnsafe(
  { ok: false, message: "This file accepts GET and HEAD requests only." },
  { status: 405, headers: { Allow: "GET, HEAD", "Access-Control-Allow-Origin": "*" } }
)
