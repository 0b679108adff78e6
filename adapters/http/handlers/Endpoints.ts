import { Effect } from "effect"
import type { BlockRules } from "../../../core/block-rules/BlockRules.ts"
import type { DocumentReader } from "../../../core/documents/DocumentReader.ts"
import type { Geo } from "../../../core/kernel/networks/Geo.ts"
import type { LeadQueue } from "../../../core/leads/LeadQueue.ts"
import type { Leads } from "../../../core/leads/records/Leads.ts"
import type { EmailLists } from "../../../core/mail-addresses/EmailLists.ts"
import type { LanguageDetector } from "../../../core/messages/LanguageDetector.ts"
import type { SpamClassifier } from "../../../core/messages/SpamClassifier.ts"
import type { PuzzleCheck } from "../../../core/shield/challenges/PuzzleCheck.ts"
import type { VerificationPorts } from "../../../core/shield/verification/SiteVerify.ts"
import type { Submissions } from "../../../core/submissions/Submissions.ts"
import type { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"
import type { Download } from "../../../core/threats/Download.ts"
import type { WebRisk } from "../../../core/threats/WebRisk.ts"
import type { PopularDomains } from "../../../core/urls/PopularDomains.ts"
import type { PublicSuffixes } from "../../../core/urls/PublicSuffixes.ts"
import type { Authenticator } from "../server/endpoints/Authenticator.ts"
import { makeKeyedEndpoint } from "../server/endpoints/KeyedEndpoint.ts"
import { makeKeylessEndpoint } from "../server/endpoints/KeylessEndpoint.ts"
import type { KeyedRoute, KeylessRoute } from "../server/endpoints/Route.ts"
import type { Endpoint } from "../server/messages/HttpExchange.ts"
import { documentRoute } from "./Documents.ts"
import { emailRoutes } from "./Emails.ts"
import { leadRoute } from "./Leads.ts"
import { phishingRoutes } from "./Phishing.ts"
import { siteverifyRoute } from "./Shield.ts"
import { urlRoutes } from "./Urls.ts"
import { widgetRoutes } from "./Widget.ts"

export interface EndpointOptions {
  readonly uploadBytesMax: number
  /** Responses to log here; faults are always logged. */
  readonly accessLog: "all" | "errors" | "off"
  /** Share of requests to trace, 0 to 1; null if tracing is off. */
  readonly traceRatio: number | null
  /** Whether messages of leads are stored. */
  readonly leadMessages: "off" | "keep"
  /** Maximum requests of each kind per address (decision 30). */
  readonly shieldRequestsPerMinute: number
}

/** Services that the use cases behind the endpoints need. */
export type ScreeningPorts =
  | VerificationPorts
  | PuzzleCheck
  | Blocklist
  | BlockRules
  | DocumentReader
  | Download
  | EmailLists
  | Geo
  | LanguageDetector
  | LeadQueue
  | Leads
  | PopularDomains
  | PublicSuffixes
  | SpamClassifier
  | Submissions
  | WebRisk

/** Endpoints that take an API key and charge credits. */
const screeningRoutes = (
  { leadMessages, uploadBytesMax }: EndpointOptions
): ReadonlyArray<KeyedRoute<ScreeningPorts>> => [
  documentRoute({ uploadBytesMax }),
  leadRoute({ keepsMessages: leadMessages === "keep" }),
  ...emailRoutes,
  ...urlRoutes,
  ...phishingRoutes
]

/** The same endpoints below another path, with another authenticator. */
export const makeEndpointsBelow = Effect.fnUntraced(
  function*(options: EndpointOptions, path: string, authenticator: Authenticator) {
    const keyed = yield* Effect.forEach(
      screeningRoutes(options),
      (route) =>
        Effect.map(
          makeKeyedEndpoint(route, authenticator),
          (endpoint) => [`${path}${route.path}`, instrument(endpoint, options)] as const
        )
    )
    return new Map(keyed)
  }
)

const instrument = <R>(endpoint: Endpoint<R>, { accessLog, traceRatio }: EndpointOptions): Endpoint<R> => {
  const logged = accessLog === "all" ? withAccessLog(endpoint) : endpoint
  return traceRatio === null ? logged : withTracing(logged, traceRatio)
}

/** All endpoints by path. */
export const makeEndpoints = Effect.fnUntraced(function*(options: EndpointOptions) {
  const { shieldRequestsPerMinute } = options
  const keylessRoutes: ReadonlyArray<KeylessRoute<ScreeningPorts>> = [
    siteverifyRoute(shieldRequestsPerMinute),
    ...widgetRoutes(shieldRequestsPerMinute)
  ]
  const keyed = yield* Effect.forEach(
    screeningRoutes(options),
    (route) => Effect.map(makeKeyedEndpoint(route), (endpoint) => [route.path, instrument(endpoint, options)] as const)
  )
  const keyless = yield* Effect.forEach(
    keylessRoutes,
    (route) =>
      Effect.map(makeKeylessEndpoint(route), (endpoint) => [route.path, instrument(endpoint, options)] as const)
  )
  return new Map([...keyed, ...keyless])
})

/** Logs every response. Of the caller it logs the address, and no header or body content. */
const withAccessLog = <R>(endpoint: Endpoint<R>): Endpoint<R> => (exchange) =>
  Effect.suspend(() => {
    const startedAt = performance.now()
    return Effect.tap(endpoint(exchange), ({ headers, status }) =>
      Effect.logInfo(`${exchange.method} ${exchange.path}`).pipe(Effect.annotateLogs({
        status,
        millis: Number((performance.now() - startedAt).toFixed(2)),
        from: exchange.clientAddress,
        request_id: headers[headers.indexOf("X-Request-Id") + 1]
      })))
  })

/**
 * Traces a share of the requests. The others create no spans, because a span for each step costs more than the step.
 *
 * @param ratio 0 to 1
 */
const withTracing = <R>(endpoint: Endpoint<R>, ratio: number): Endpoint<R> => (exchange) =>
  Math.random() < ratio
    ? endpoint(exchange).pipe(
      Effect.tap(({ status }) => Effect.annotateCurrentSpan("http.response.status_code", status)),
      Effect.withSpan(`${exchange.method} ${exchange.path}`, {
        kind: "server",
        attributes: { "http.request.method": exchange.method, "url.path": exchange.path }
      })
    )
    : Effect.withTracerEnabled(endpoint(exchange), false)
