import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { OpenApi } from "effect/http-api"
import { PrometheusMetrics } from "effect/observability"
import { StorageHealth } from "../../../../core/kernel/StorageHealth.ts"
import { Api, apiVersion } from "../../api/Api.ts"
import type { ClientAddressResolver } from "../connections/ClientAddress.ts"
import { Lifecycle } from "../connections/Lifecycle.ts"
import { readSourcesHealth, updateSourceMetrics } from "./SourceHealth.ts"

export interface PageOptions {
  readonly metrics: "loopback" | "public" | "off"
  readonly resolveClientAddress: ClientAddressResolver
  /** Path to which `/` redirects browsers; null disables the redirect. */
  readonly home: string | null
}

/** Handler for everything other than the contract's endpoints: documentation, health, metrics. */
export const makePagesHandler = Effect.fnUntraced(function*(options: PageOptions) {
  const routes = Layer.mergeAll(
    HttpRouter.add("GET", "/openapi.json", HttpServerResponse.jsonUnsafe(OpenApi.fromApi(Api))),
    HttpRouter.add("GET", "/", homePage(options)),
    HttpRouter.add("GET", "/favicon.ico", HttpServerResponse.empty()),
    HttpRouter.add("GET", "/healthz", health(options)),
    HttpRouter.add("GET", "/readyz", readiness(options)),
    HttpRouter.add("GET", "/metrics", metrics(options)),
    HttpRouter.add("*", "/*", unmatchedPath(options))
  )
  const app = yield* HttpRouter.toHttpEffect(routes)
  return yield* NodeHttpServer.makeHandler(Effect.map(app, withSecurityHeaders), {
    scope: yield* Effect.scope
  })
})

/** Liveness check: the process runs. It uses nothing that could be slow or unavailable. */
const health = (options: PageOptions) =>
  Effect.map(
    threatSources(options),
    (sources) => HttpServerResponse.jsonUnsafe({ status: "ok", version: apiVersion, ...sources })
  )

/** Status of the threat sources for callers that may read it, because the names reveal files and hosts. */
const threatSources = Effect.fnUntraced(function*(options: PageOptions) {
  const request = yield* HttpServerRequest.HttpServerRequest
  return mayReadInternals(options, request) ? { threat_sources: yield* readSourcesHealth } : {}
})

/**
 * Readiness check: the database accepts writes and the server is not stopping. `degraded` is ready too: a required threat source is down,
 * so most URLs and documents get 422. Every other instance would be affected as well, and the other endpoints still work.
 */
const readiness = Effect.fnUntraced(function*(options: PageOptions) {
  const stopping = (yield* Lifecycle).isStopping()
  const { isWritable } = (yield* StorageHealth).state()
  const isDegraded = (yield* readSourcesHealth).some(({ required, state }) => required && state === "down")
  const status = stopping ? "stopping" : !isWritable ? "not ready" : isDegraded ? "degraded" : "ready"
  return HttpServerResponse.jsonUnsafe({
    status,
    database: isWritable ? "ok" : "unavailable",
    ...yield* threatSources(options)
  }, { status: status === "ready" || status === "degraded" ? 200 : 503 })
})

/** Metrics are only for the operator, as OWASP recommends; other callers get 404. */
const metrics = (options: PageOptions) =>
  Effect.gen(function*() {
    if (!mayReadInternals(options, yield* HttpServerRequest.HttpServerRequest)) return notFound
    yield* updateSourceMetrics
    return HttpServerResponse.text(yield* PrometheusMetrics.format(), {
      contentType: "text/plain; version=0.0.4; charset=utf-8"
    })
  })

/** Clients behind a trusted proxy on this machine do not count as local. */
const mayReadInternals = (
  { resolveClientAddress, metrics }: PageOptions,
  { headers, remoteAddress }: HttpServerRequest.HttpServerRequest
): boolean =>
  metrics === "public" ||
  (metrics === "loopback" && remoteAddress._tag === "Some" &&
    isLoopback(resolveClientAddress(remoteAddress.value, headers["x-forwarded-for"])))

const pagePaths: ReadonlySet<string> = new Set([
  "/",
  "/openapi.json",
  "/favicon.ico",
  "/healthz",
  "/readyz",
  "/metrics"
])

/** Answers 405 for a known page with another method, and 404 for every other path. */
const unmatchedPath = (options: PageOptions) =>
  Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
    // The router ignores case and a trailing slash.
    const path = request.url.replace(/[?#][^]*/, "").toLowerCase().replace(/(?<=.)\/$/, "")
    const isPage = request.method !== "GET" && pagePaths.has(path) &&
      (path !== "/metrics" || mayReadInternals(options, request))
    return isPage ? methodNotAllowed : notFound
  })

const isLoopback = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/.test(address)

/** Redirects browsers to the dashboard and lists the endpoints to programs, depending on `Accept`. */
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
