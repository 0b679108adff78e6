import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { type HttpApi, HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { ApiKeyAuth } from "../api/EndpointContract.ts"
import { makeMountedRoutes, type MountedRoute, type MountOptions } from "./MountedRoutes.ts"

type GroupsOf<A> = A extends HttpApi.HttpApi<string, infer Groups> ? Groups : never

/** Groups of Gatehouse's API. */
export type ApiGroups = GroupsOf<typeof Api>

/**
 * Methods other than POST. The routes answer them with 405, except for OPTIONS on the widget's endpoints (CORS
 * preflight).
 */
const otherMethods = ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"] as const

/**
 * Layer of the handlers of Gatehouse's groups, for an `HttpApi` that contains these groups in addition to your own.
 * Your OpenAPI document and clients then cover both.
 *
 * The endpoints read and check requests themselves, so that the responses are the same as from Gatehouse's server.
 *
 * @example
 * class ShopApi extends HttpApi.make("shop").add(Orders).addHttpApi(Api) {}
 *
 * HttpApiBuilder.layer(ShopApi).pipe(Layer.provide([ordersLayer, layerGroups(ShopApi)]))
 */
export const layerGroups = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups | ApiGroups>,
  options: MountOptions = {}
) =>
  Layer.unwrap(Effect.gen(function*() {
    const routes = yield* makeMountedRoutes(options)
    const groups = Object.values(Api.groups)
    const layers = groups.map(({ endpoints, identifier }) =>
      buildGroup<Id>(api, identifier, (handlers) =>
        Object.values(endpoints).reduce((raw, { identifier: name, path }) => {
          const route = routes.get(path)
          return route === undefined ? raw : raw.handleRaw(name, () => route, { uninterruptible: true })
        }, handlers))
    )
    const declared = new Set<string>(
      groups.flatMap(({ endpoints }) => Object.values(endpoints).map(({ path }) => path))
    )
    const others = HttpRouter.use(Effect.fnUntraced(function*(router) {
      for (const [path, handler] of routes) {
        for (const method of declared.has(path) ? otherMethods : ["*"] as const) {
          yield* router.add(method, `/${path.slice(1)}`, handler, { uninterruptible: true })
        }
      }
    }))
    return Layer.mergeAll(others, ...layers)
  })).pipe(Layer.provide(layerApiKeyAuth))

/** Handlers of a group whose endpoints are known only at run time. */
interface RawHandlers {
  readonly handleRaw: (
    name: string,
    handler: () => MountedRoute,
    options: { readonly uninterruptible: true }
  ) => RawHandlers
}

/** `HttpApiBuilder.group` for groups whose endpoints are known only at run time. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Its types describe literal names of endpoints.
const buildGroup = HttpApiBuilder.group as unknown as <Id extends string>(
  api: unknown,
  identifier: string,
  build: (handlers: RawHandlers) => RawHandlers
) => Layer.Layer<HttpApiGroup.ToService<Id, ApiGroups>>

/**
 * Provides a middleware that checks nothing. The endpoints authenticate requests themselves, because the order of their
 * checks is part of the API.
 */
const layerApiKeyAuth = Layer.succeed(ApiKeyAuth)({ apiKey: (handler) => handler })
