import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer } from "effect"
import { HttpMiddleware, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { OpenApi } from "effect/http-api"
import { PrometheusMetrics } from "effect/observability"
import { MalwareEngine } from "../../../../core/documents/MalwareEngine.ts"
import { StorageHealth } from "../../../../core/kernel/StorageHealth.ts"
import { Api, apiVersion } from "../../api/Api.ts"
import type { ClientAddressResolver } from "../connections/ClientAddress.ts"
import { Lifecycle } from "../connections/Lifecycle.ts"
import { readSourcesHealth, updateSourceMetrics } from "./SourceHealth.ts"

export interface HealthPageOptions {
  readonly resolveClientAddress: ClientAddressResolver
  /** Reports whether a client address may read the metrics and the state of the threat sources. */
  readonly mayReadInternals: (clientAddress: string) => boolean
}

export interface PageOptions extends HealthPageOptions {
  /** Path to which `/` redirects browsers; null disables the redirect. */
  readonly home: string | null
}

/** Builds the handler of the server's own pages: the list of endpoints, the OpenAPI document, health and metrics. */
export const makePagesHandler = Effect.fnUntraced(function*(options: PageOptions) {
  const routes = Layer.mergeAll(
    HttpRouter.add("GET", "/openapi.json", HttpServerResponse.jsonUnsafe(OpenApi.fromApi(Api))),
    HttpRouter.add("GET", "/", homePage(options)),
    HttpRouter.add("GET", "/favicon.ico", HttpServerResponse.empty()),
    healthRoutes(options),
    HttpRouter.add("*", "/*", unmatchedPath(options))
  )
  return yield* makeHandler(routes)
})

/** Builds the handler of a port that serves only health and metrics. */
export const makeMetricsHandler = (options: HealthPageOptions) =>
  makeHandler(Layer.merge(healthRoutes(options), HttpRouter.add("*", "/*", HttpServerResponse.empty({ status: 404 }))))

const healthRoutes = (options: HealthPageOptions) =>
  Layer.mergeAll(
    HttpRouter.add("GET", "/healthz", health(options)),
    HttpRouter.add("GET", "/readyz", readiness(options)),
    HttpRouter.add("GET", "/metrics", metrics(options))
  )

/** Builds a handler whose requests are not traced. On an idle server, most spans would come from probes and scrapes. */
const makeHandler = Effect.fnUntraced(function*<E, R>(routes: Layer.Layer<never, E, R>) {
  const app = yield* HttpRouter.toHttpEffect(routes)
  return yield* NodeHttpServer.makeHandler(Effect.withTracerEnabled(Effect.map(app, withSecurityHeaders), false), {
    scope: yield* Effect.scope
  }).pipe(Effect.provideService(HttpMiddleware.TracerDisabledWhen, () => true))
})

/** Liveness check, which succeeds if the process runs. It depends on nothing that could be slow or unavailable. */
const health = (options: HealthPageOptions) =>
  Effect.map(
    threatSources(options),
    (sources) => HttpServerResponse.jsonUnsafe({ status: "ok", version: apiVersion, ...sources })
  )

/**
 * Returns the status of the threat sources and of the malware engine if the caller may read internal data. Source names reveal files and hosts.
 */
const threatSources = Effect.fnUntraced(function*(options: HealthPageOptions) {
  const request = yield* HttpServerRequest.HttpServerRequest
  if (!mayReadInternals(options, request)) return {}
  const engine = yield* readEngineStatus
  return { threat_sources: yield* readSourcesHealth, ...engine === null ? {} : { malware_engine: engine } }
})

/** Returns the last known status of the malware engine; null without one. */
const readEngineStatus = Effect.flatMap(MalwareEngine, (engine) => engine?.status ?? Effect.succeed(null))

/**
 * Readiness check: the database accepts writes, and the server is not stopping.
 *
 * `degraded` means that a required threat source is down, so most URLs and documents get 422, or that the malware engine
 * is down. A degraded server still counts as ready, because its other endpoints work and every other instance has the
 * same problem.
 */
const readiness = Effect.fnUntraced(function*(options: HealthPageOptions) {
  const stopping = (yield* Lifecycle).isStopping()
  const { isWritable } = (yield* StorageHealth).state()
  const isDegraded = (yield* readEngineStatus)?.state === "down" ||
    (yield* readSourcesHealth).some(({ required, state }) => required && state === "down")
  const status = stopping ? "stopping" : !isWritable ? "not ready" : isDegraded ? "degraded" : "ready"
  return HttpServerResponse.jsonUnsafe({
    status,
    database: isWritable ? "ok" : "unavailable",
    ...yield* threatSources(options)
  }, { status: status === "ready" || status === "degraded" ? 200 : 503 })
})

/** Returns the metrics to the operator only, as OWASP recommends. Other callers get 404. */
const metrics = (options: HealthPageOptions) =>
  Effect.gen(function*() {
    if (!mayReadInternals(options, yield* HttpServerRequest.HttpServerRequest)) return notFound
    yield* updateSourceMetrics
    return HttpServerResponse.text(yield* PrometheusMetrics.format(), {
      contentType: "text/plain; version=0.0.4; charset=utf-8"
    })
  })

/** Reports whether a caller may read internal data. A client behind a trusted proxy on this machine is not local. */
const mayReadInternals = (
  options: HealthPageOptions,
  { headers, remoteAddress }: HttpServerRequest.HttpServerRequest
): boolean =>
  remoteAddress._tag === "Some" &&
  options.mayReadInternals(options.resolveClientAddress(remoteAddress.value, headers["x-forwarded-for"]))

const pagePaths: ReadonlySet<string> = new Set([
  "/",
  "/openapi.json",
  "/favicon.ico",
  "/healthz",
  "/readyz",
  "/metrics"
])

/** Returns 405 for a known page with another method, and 404 for every other path. */
const unmatchedPath = (options: PageOptions) =>
  Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
    // The router ignores case and a trailing slash.
    const path = request.url.replace(/[?#][^]*/, "").toLowerCase().replace(/(?<=.)\/$/, "")
    const isPage = request.method !== "GET" && pagePaths.has(path) &&
      (path !== "/metrics" || mayReadInternals(options, request))
    return isPage ? methodNotAllowed : notFound
  })

/** Redirects browsers to the dashboard and sends programs a list of the endpoints, depending on `Accept`. */
const homePage = ({ home }: PageOptions) =>
  Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) => {
    if (home === null) return endpointIndex
    const wantsPage = /(?:^|,)\s*text\/html\s*(?:[,;]|$)/i.test(headers["accept"] ?? "")
    const answer = wantsPage ? HttpServerResponse.redirect(home, { status: 302 }) : endpointIndex
    return HttpServerResponse.setHeader(answer, "Vary", "Accept")
  })

const endpointIndex = HttpServerResponse.jsonUnsafe({
  name: "Gatehouse",
  version: apiVersion,
  docs: "/docs",
  openapi: "/openapi.json",
  widget: "/shield/widget.js",
  health: "/healthz",
  ready: "/readyz"
})

const notFound = HttpServerResponse.jsonUnsafe(
  { ok: false, message: "Not found. See /docs for the list of endpoints." },
  { status: 404 }
)

const methodNotAllowed = HttpServerResponse.jsonUnsafe(
  { ok: false, message: "This page accepts GET and HEAD requests only." },
  { status: 405, headers: { Allow: "GET, HEAD" } }
)

const withSecurityHeaders = (response: HttpServerResponse.HttpServerResponse) =>
  HttpServerResponse.setHeaders(response, {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer"
  })
