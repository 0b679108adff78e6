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
import { managementDocument, managementDocumentPath } from "../api/ManagementDocument.ts"
import { ExportSlots } from "../exports/ExportSlots.ts"
import { credits } from "../handlers/Credits.ts"
import { entry } from "../handlers/Entry.ts"
import { keys } from "../handlers/Keys.ts"
import { leads } from "../handlers/Leads.ts"
import { managementKeys } from "../handlers/ManagementKeys.ts"
import { members } from "../handlers/Members.ts"
import { overview } from "../handlers/Overview.ts"
import { requests } from "../handlers/Requests.ts"
import { retention } from "../handlers/Retention.ts"
import { rules } from "../handlers/Rules.ts"
import { session } from "../handlers/Session.ts"
import { sites } from "../handlers/Sites.ts"
import { threats } from "../handlers/Threats.ts"
import { webhooks } from "../handlers/Webhooks.ts"
import * as WellFormed from "../session/RequestValidation.ts"
import * as OwnPages from "../session/SameOrigin.ts"
import * as SessionAuth from "../session/SessionAuth.ts"
import { accountBodyBytesMax, buildFaultResponse, responseForCause, withErrorShape } from "./AccountErrors.ts"

/**
 * Builds the Node listener of the account API. All errors have one shape, and responses are neither cached nor traced.
 */
export const makeAccountListener = Effect.gen(function*() {
  // Built on the first request, because the document is large and few clients request it.
  const document = yield* Effect.cached(Effect.sync(() => HttpServerResponse.jsonUnsafe(managementDocument())))
  const routes = Layer.mergeAll(
    HttpApiBuilder.layer(AccountApi).pipe(
      Layer.provide(accountHandlers),
      Layer.provide([OwnPages.layer, SessionAuth.layer, WellFormed.layer, HttpServer.layerServices])
    ),
    HttpRouter.add("GET", managementDocumentPath, document),
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
    // Sends the interim response for `Expect: 100-continue`, which the server has not sent yet.
    const { "content-length": bytes, expect } = request.headers
    if (expect !== undefined && !isTooLarge(bytes)) response.writeContinue()
    handle(request, response)
  }
  return listener
}).pipe(Effect.provideServiceEffect(ExportSlots, ExportSlots.make))

/** Each path has exactly one valid spelling, so that a proxy cannot interpret a path differently from this server. */
const exactMatching = { caseSensitive: true, ignoreTrailingSlash: false, ignoreDuplicateSlashes: false }

const isTooLarge = (contentLength: string | undefined): boolean => Number(contentLength ?? 0) > accountBodyBytesMax

/**
 * Refuses bodies with an excessive Content-Length before reading them. Also refuses paths with a semicolon, because the
 * router would ignore the rest of the path.
 */
const withRequestChecks = <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.flatMap(
    HttpServerRequest.HttpServerRequest,
    ({ headers, url }) =>
      isTooLarge(headers["content-length"])
        ? Effect.succeed(buildFaultResponse("tooLarge", { connection: "close" }))
        : /^[^?#]*;/.test(url)
        ? Effect.succeed(buildFaultResponse("notFound"))
        : app
  )

/** Returns 405 for a declared path with another method, and 404 for every other path. */
const unmatchedPath = (methods: (path: string) => ReadonlyArray<string>) =>
  Effect.map(HttpServerRequest.HttpServerRequest, ({ method, url }) => {
    const allowed = methods(url.replace(/[?#][^]*/, ""))
    // If the path declares the method, the router has refused the path because an ID is too long.
    const isNotFound = allowed.length === 0 || allowed.includes(method)
    return isNotFound ? buildFaultResponse("notFound") : buildFaultResponse("method", { allow: allowed.join(", ") })
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

const declaredPaths = (): ReadonlyArray<PathMethods> => {
  const byPath = new Map<string, PathMethods>()
  const endpoints = Object.values(AccountApi.groups).flatMap((group) => Object.values(group.endpoints))
  for (const { method, path } of [...endpoints, { method: "GET", path: managementDocumentPath }]) {
    const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`)
    const route = byPath.get(path) ?? { pattern, methods: new Set() }
    byPath.set(path, route)
    route.methods.add(method)
  }
  return [...byPath.values()]
}

/** Returns a function that looks up the methods of a path. The result is empty if no endpoint has the path. */
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
  managementKeys,
  webhooks,
  members,
  retention
)
