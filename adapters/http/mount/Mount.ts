import { Context, Effect, type Scope } from "effect"
import { HttpEffect, HttpRouter, type HttpServerRequest } from "effect/http"
import { RemoteAddress } from "./EffectExchange.ts"
import { makeMountedRoutes, type MountOptions } from "./MountedRoutes.ts"

/**
 * Layer that adds Gatehouse's API to an `HttpRouter`, beside the routes of your own program.
 *
 * The responses are the same as from Gatehouse's server. Every method is handled, so that methods other than POST get
 * 405. If your server is behind a proxy, set `trustedProxies`; otherwise all visitors share Shield's limits.
 *
 * Provide the server before the ports, as below. In the other order, the server listens while the ports start. Effect's
 * Node server never responds to requests that arrive before its routes are ready.
 *
 * @example
 * HttpRouter.serve(Layer.mergeAll(ownRoutes, layerRoutes())).pipe(
 *   Layer.provide(NodeHttpServer.layer(createServer, { port: 3000 })),
 *   Layer.provide([layerEmbedded, DownloadNode.layer(), layerSqlite({ filename: "./data/shop.db" })])
 * )
 */
export const layerRoutes = (options: MountOptions = {}) =>
  HttpRouter.use(Effect.fnUntraced(function*(router) {
    for (const [path, handler] of yield* makeMountedRoutes(options)) {
      yield* router.add("*", `/${path.slice(1)}`, handler, { uninterruptible: true })
    }
  }))

/** Handles a fetch request. Returns null if its path does not belong to Gatehouse. */
export type WebHandler = (request: Request, remoteAddress: string) => Promise<Response> | null

/**
 * Builds a handler of fetch requests, for Bun, Deno and every framework with `Request` and `Response`.
 *
 * @example
 * const runtime = ManagedRuntime.make(layer)
 * const gatehouse = await runtime.runPromise(makeWebHandler())
 *
 * Bun.serve({
 *   fetch: (request, server) =>
 *     gatehouse(request, server.requestIP(request)?.address ?? "") ?? new Response("My own page")
 * })
 */
export const makeWebHandler = Effect.fnUntraced(function*(options: MountOptions = {}) {
  const toHandler = HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>(
    yield* Effect.context()
  )
  const handlers = new Map([...yield* makeMountedRoutes(options)].map(([path, route]) => [path, toHandler(route)]))
  const handle: WebHandler = (request, remoteAddress) =>
    handlers.get(new URL(request.url).pathname)?.(request, Context.make(RemoteAddress, remoteAddress)) ?? null
  return handle
})
