import { Effect } from "effect"
import type { Accounts } from "../../../core/accounts/Accounts.ts"
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
import { TraceSampler, withTracing } from "../server/endpoints/Tracing.ts"
import type { Endpoint, HttpExchange } from "../server/messages/HttpExchange.ts"
import { callerSpanOf } from "../server/messages/TraceContext.ts"
import { documentRoute } from "./Documents.ts"
import { emailRoutes } from "./Emails.ts"
import { leadRoute } from "./Leads.ts"
import { phishingRoutes } from "./Phishing.ts"
import { siteverifyRoute } from "./Shield.ts"
import { urlRoutes } from "./Urls.ts"
import { widgetRoutes } from "./Widget.ts"

export interface EndpointOptions {
  readonly uploadBytesMax: number
  /** Responses in the access log: all of them, those with status 500 and above, or none. */
  readonly accessLog: "all" | "errors" | "off"
  /** Share of requests to trace, 0 to 1; null if tracing is off. */
  readonly traceRatio: number | null
  /** Whether messages of leads are stored. */
  readonly leadMessages: "off" | "keep"
  /** Maximum number of Shield requests of each kind per minute and client address. */
  readonly shieldRequestsPerMinute: number
}

/** Services that the use cases behind the endpoints need. */
export type ScreeningPorts =
  | VerificationPorts
  | Accounts
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

/** Returns the endpoints that require an API key. */
const screeningRoutes = (
  { leadMessages, uploadBytesMax }: EndpointOptions
): ReadonlyArray<KeyedRoute<ScreeningPorts>> => [
  documentRoute({ uploadBytesMax }),
  leadRoute({ keepsMessages: leadMessages === "keep" }),
  ...emailRoutes,
  ...urlRoutes,
  ...phishingRoutes
]

/** Builds the endpoints of `screeningRoutes` under another path, with another authenticator. */
export const makeEndpointsUnderPath = Effect.fnUntraced(
  function*(options: EndpointOptions, path: string, authenticator: Authenticator) {
    const instrument = instrumentation(options)
    const keyed = yield* Effect.forEach(
      screeningRoutes(options),
      (route) =>
        Effect.map(
          makeKeyedEndpoint(route, authenticator),
          (endpoint) => [`${path}${route.path}`, instrument(endpoint)] as const
        )
    )
    return new Map(keyed)
  }
)

/** Returns a function that adds the access log and traces to endpoints. All of them share one sampler. */
const instrumentation = ({ accessLog, traceRatio }: EndpointOptions) => {
  const sampler = traceRatio === null ? null : new TraceSampler(traceRatio)
  return <R>(endpoint: Endpoint<R>): Endpoint<R> => {
    const logged = accessLog === "off" ? endpoint : withAccessLog(endpoint, accessLog === "all" ? 0 : 500)
    return sampler === null ? logged : withTracing(logged, sampler)
  }
}

/** Builds all endpoints of the public API, by path. */
export const makeEndpoints = Effect.fnUntraced(function*(options: EndpointOptions) {
  const { shieldRequestsPerMinute } = options
  const instrument = instrumentation(options)
  const keylessRoutes: ReadonlyArray<KeylessRoute<ScreeningPorts>> = [
    siteverifyRoute(shieldRequestsPerMinute),
    ...widgetRoutes(shieldRequestsPerMinute)
  ]
  const keyed = yield* Effect.forEach(
    screeningRoutes(options),
    (route) => Effect.map(makeKeyedEndpoint(route), (endpoint) => [route.path, instrument(endpoint)] as const)
  )
  const keyless = yield* Effect.forEach(
    keylessRoutes,
    (route) => Effect.map(makeKeylessEndpoint(route), (endpoint) => [route.path, instrument(endpoint)] as const)
  )
  return new Map([...keyed, ...keyless])
})

/**
 * Logs responses with the caller's address, but without header or body content. `trace_id` is the trace of the request,
 * or the trace that the caller reported.
 *
 * @param statusMin lowest status to log
 */
const withAccessLog = <R>(endpoint: Endpoint<R>, statusMin: number): Endpoint<R> => (exchange) =>
  Effect.suspend(() => {
    const startedAt = performance.now()
    return Effect.tap(endpoint(exchange), ({ headers, status }) =>
      status < statusMin ?
        Effect.void :
        Effect.flatMap(traceIdOf(exchange), (traceId) =>
          Effect.logInfo(`${exchange.method} ${exchange.path}`).pipe(Effect.annotateLogs({
            status,
            millis: Number((performance.now() - startedAt).toFixed(2)),
            from: exchange.clientAddress,
            request_id: headers[headers.indexOf("X-Request-Id") + 1],
            ...traceId === null ? {} : { trace_id: traceId }
          }))))
  })

const traceIdOf = (exchange: HttpExchange): Effect.Effect<string | null> =>
  Effect.match(Effect.currentSpan, {
    onFailure: () => callerSpanOf(exchange)?.traceId ?? null,
    onSuccess: ({ traceId }) => traceId
  })
