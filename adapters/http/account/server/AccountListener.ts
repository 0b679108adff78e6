import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer } from "effect"
import {
  HttpIncomingMessage,
  HttpMiddleware,
  HttpRouter,
  HttpServer,
  HttpServerRequest,
  HttpServerResponse
} from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import type { RequestListener } from "node:http"
import { AccountApi } from "../api/AccountApi.ts"
import { ExportSlots } from "../exports/ExportSlots.ts"
import { credits } from "../handlers/Credits.ts"
import { entry } from "../handlers/Entry.ts"
import { keys } from "../handlers/Keys.ts"
import { leads } from "../handlers/Leads.ts"
import { members } from "../handlers/Members.ts"
import { overview } from "../handlers/Overview.ts"
import { requests } from "../handlers/Requests.ts"
import { retention } from "../handlers/Retention.ts"
import { rules } from "../handlers/Rules.ts"
import { session } from "../handlers/Session.ts"
import { sites } from "../handlers/Sites.ts"
import { threats } from "../handlers/Threats.ts"
import * as WellFormed from "../session/RequestValidation.ts"
import * as OwnPages from "../session/SameOrigin.ts"
import * as SessionAuth from "../session/SessionAuth.ts"
import { accountBodyBytesMax, faultResponse, responseForCause, withErrorShape } from "./AccountErrors.ts"

/** The account API as a Node listener. Responses have one shape, are not cached, and are not traced individually. */
export const makeAccountListener = Effect.gen(function*() {
  const routes = Layer.merge(
    HttpApiBuilder.layer(AccountApi).pipe(
      Layer.provide(accountHandlers),
      Layer.provide([OwnPages.layer, SessionAuth.layer, WellFormed.layer, HttpServer.layerServices])
    ),
    HttpRouter.add("*", "/*", unmatchedPath(makeMethodsLookup()))
  )
  const app = yield* HttpRouter.toHttpEffect(routes).pipe(Effect.provideService(HttpRouter.RouterConfig, exactMatching))
  const answered = withRequestChecks(app).pipe(
    Effect.catchCause(responseForCause),
    Effect.map((response) => withSecurityHeaders(withErrorShape(response))),
    Effect.withTracerEnabled(false)
  )
  const handle = yield* NodeHttpServer.makeHandler(answered, { scope: yield* Effect.scope }).pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, BigInt(accountBodyBytesMax)),
    Effect.provideService(HttpMiddleware.TracerDisabledWhen, () => true)
  )
  const listener: RequestListener = (request, response) => {
    // Requests with `Expect: 100-continue` arrive here without the interim response.
    const { "content-length": bytes, expect } = request.headers
    if (expect !== undefined && !isTooLarge(bytes)) response.writeContinue()
    handle(request, response)
  }
  return listener
}).pipe(Effect.provideServiceEffect(ExportSlots, ExportSlots.make))

/** Each path has exactly one spelling, so that no proxy or handler interprets another one differently. */
const exactMatching = { caseSensitive: true, ignoreTrailingSlash: false, ignoreDuplicateSlashes: false }

const isTooLarge = (contentLength: string | undefined): boolean => Number(contentLength ?? 0) > accountBodyBytesMax

/** Refuses a body with an excessive Content-Length before reading it, and paths with a semicolon, which the router would cut off. */
const withRequestChecks = <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.flatMap(
    HttpServerRequest.HttpServerRequest,
    ({ headers, url }) =>
      isTooLarge(headers["content-length"])
        ? Effect.succeed(faultResponse("tooLarge", { connection: "close" }))
        : /^[^?#]*;/.test(url)
        ? Effect.succeed(faultResponse("notFound"))
        : app
  )

/** Answers 405 for a declared path with another method, and 404 for every other path. */
const unmatchedPath = (methods: (path: string) => ReadonlyArray<string>) =>
  Effect.map(HttpServerRequest.HttpServerRequest, ({ method, url }) => {
    const allowed = methods(url.replace(/[?#][^]*/, ""))
    // The method is declared, so the ID exceeds the maximum length.
    const isNotFound = allowed.length === 0 || allowed.includes(method)
    return isNotFound ? faultResponse("notFound") : faultResponse("method", { allow: allowed.join(", ") })
  })

const withSecurityHeaders = (response: HttpServerResponse.HttpServerResponse) =>
  HttpServerResponse.setHeaders(response, {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'"
  })

interface PathMethods {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

/** Methods of each declared path. */
const declaredPaths = (): ReadonlyArray<PathMethods> => {
  const byPath = new Map<string, PathMethods>()
  for (const group of Object.values(AccountApi.groups)) {
    for (const { method, path } of Object.values(group.endpoints)) {
      const pattern = new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`)
      const route = byPath.get(path) ?? { pattern, methods: new Set() }
      byPath.set(path, route)
      route.methods.add(method)
    }
  }
  return [...byPath.values()]
}

/** Returns the methods of a path; empty if no endpoint has the path. */
const makeMethodsLookup = (): (path: string) => ReadonlyArray<string> => {
  const all = declaredPaths()
  return (path) => [...new Set(all.flatMap(({ methods, pattern }) => pattern.test(path) ? [...methods] : []))]
}

const accountHandlers = Layer.mergeAll(
  entry,
  session,
  overview,
  requests,
  leads,
  sites,
  rules,
  threats,
  credits,
  keys,
  members,
  retention
)
