import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Exit, Layer, Scope } from "effect"
import { Schema } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import {
  Api,
  layerGroups,
  layerRoutes,
  makeNodeListener,
  makeWebHandler,
  type MountOptions
} from "../../apps/library/http.ts"
import type { InProcessServer } from "../support/InProcessServer.ts"

/** Server of another program that contains the API. */
export interface MountedServer {
  readonly baseUrl: string
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  readonly close: () => Promise<void>
}

type Start = (server: InProcessServer, options: MountOptions) => Promise<MountedServer>

/** Text of the other program's own page, at `/own`. */
export const ownPage = "My own page"

const listen = async (
  listener: RequestListener,
  closing: () => Promise<void> = async () => {}
): Promise<MountedServer> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    baseUrl,
    fetch: (path, init) => fetch(`${baseUrl}${path}`, init),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await closing()
    }
  }
}

/** Serves an `HttpRouter` on `node:http`, with the ports of the server. */
const listenToRoutes = async (
  server: InProcessServer,
  routes: Layer.Layer<never, unknown, any>
): Promise<MountedServer> => {
  const context = await server.run(Effect.context())
  const scope = Scope.makeUnsafe()
  const listener = await server.run(
    Effect.gen(function*() {
      const app = yield* HttpRouter.toHttpEffect(
        routes.pipe(Layer.provide([Layer.succeedContext(context), NodeHttpServer.layerHttpServices])) as Layer.Layer<
          never
        >
      )
      return yield* NodeHttpServer.makeHandler(app as Effect.Effect<HttpServerResponse.HttpServerResponse>, { scope })
    }).pipe(Effect.provideService(Scope.Scope, scope)) as Effect.Effect<RequestListener>
  )
  return listen(listener, () => Effect.runPromise(Scope.close(scope, Exit.void)))
}

class Own extends HttpApiGroup.make("own").add(HttpApiEndpoint.get("page", "/own", { success: Schema.String })) {}
class OwnApi extends HttpApi.make("own").add(Own).addHttpApi(Api) {}

const ownGroup = HttpApiBuilder.group(
  OwnApi,
  "own",
  (handlers) => handlers.handleRaw("page", () => Effect.succeed(HttpServerResponse.text(ownPage)))
)

/** Every way to mount the API. */
export const mounts: ReadonlyArray<readonly [name: string, start: Start]> = [
  ["a server of node:http", async (server, options) => {
    const gatehouse = await server.run(makeNodeListener(options))
    return listen((request, response) => {
      if (!gatehouse(request, response)) response.end(ownPage)
    })
  }],
  [
    "an HttpRouter",
    (server, options) =>
      listenToRoutes(
        server,
        Layer.merge(layerRoutes(options), HttpRouter.add("GET", "/own", HttpServerResponse.text(ownPage)))
      )
  ],
  [
    "an HttpApi",
    (server, options) =>
      listenToRoutes(server, HttpApiBuilder.layer(OwnApi).pipe(Layer.provide([ownGroup, layerGroups(OwnApi, options)])))
  ],
  ["a fetch handler", async (server, options) => {
    const gatehouse = await server.run(makeWebHandler(options))
    return {
      baseUrl: "http://shop.example",
      fetch: async (path, init) =>
        gatehouse(new Request(`http://shop.example${path}`, init), "127.0.0.1") ?? new Response(ownPage),
      close: async () => {}
    }
  }]
]
