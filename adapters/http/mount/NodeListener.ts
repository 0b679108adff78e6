import { Effect, Exit } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Ledger } from "../../../core/credits/Ledger.ts"
import type { Idempotency } from "../../../core/history/Idempotency.ts"
import type { ScreeningPorts } from "../handlers/Endpoints.ts"
import { makeClientAddressResolver } from "../server/connections/ClientAddress.ts"
import { convertHeadToGet, NodeExchange } from "../server/connections/NodeExchange.ts"
import { LingerMillisMax } from "../server/connections/NodeServer.ts"
import { ResponseWriter } from "../server/connections/ResponseWriter.ts"
import type { Endpoint } from "../server/messages/HttpExchange.ts"
import { sendFile } from "../server/pages/StaticFile.ts"
import { makeMountedEndpoints, type MountOptions } from "./MountedRoutes.ts"

/** Handles a request of `node:http`. Returns false, and does nothing, if its path does not belong to Gatehouse. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Builds a listener for servers of `node:http`, and for frameworks on it such as Express. It runs the endpoints like
 * Gatehouse's own server. Call it before any middleware that reads bodies.
 *
 * @example
 * const runtime = ManagedRuntime.make(layer)
 * const gatehouse = await runtime.runPromise(makeNodeListener())
 *
 * createServer((request, response) => {
 *   if (!gatehouse(request, response)) response.end("My own page")
 * })
 */
export const makeNodeListener = Effect.fnUntraced(function*(options: MountOptions = {}) {
  const run = Effect.runForkWith(yield* Effect.context<ScreeningPorts | Idempotency>())
  const writer = new ResponseWriter(yield* Ledger, yield* LingerMillisMax, run)
  const resolve = makeClientAddressResolver(options.trustedProxies ?? [])
  const endpoints = yield* makeMountedEndpoints(options)

  const begin = (
    exchange: NodeExchange,
    request: IncomingMessage,
    response: ServerResponse,
    endpoint: Endpoint<ScreeningPorts | Idempotency>
  ) => {
    run(endpoint(exchange)).addObserver((exit) => {
      if (Exit.isFailure(exit)) response.destroy()
      else writer.send(request, response, exit.value, exchange.hasUnreadBody(exit.value.closesConnection))
    })
  }

  const listener: NodeListener = (request, response) => {
    const [path = ""] = (request.url ?? "").split("?", 1)
    const endpoint = endpoints.get(path)
    if (endpoint !== undefined) {
      // Waits one tick, because a small body that arrived with the headers is then already buffered.
      process.nextTick(begin, new NodeExchange(request, response, path, resolve, true), request, response, endpoint)
      return true
    }
    const file = options.widget?.files.get(path)
    if (file === undefined) return false
    convertHeadToGet(request)
    if (request.method === "GET") sendFile(request, response, file)
    else response.writeHead(405, ["Allow", "GET, HEAD", "Content-Length", "0"]).end()
    return true
  }
  return listener
})
