import { Effect } from "effect"
import type { Answer, Exchange } from "./Exchange.ts"

/** How an endpoint answers. */
export type Way<R> = (exchange: Exchange) => Effect.Effect<Answer, never, R>

/** Logs every answer. Of the caller it names the address and nothing that came in a header or body. */
export const withAccessLog = <R>(way: Way<R>): Way<R> => (exchange) =>
  Effect.suspend(() => {
    const startedAt = performance.now()
    return Effect.tap(way(exchange), ({ headers, status }) =>
      Effect.logInfo(`${exchange.method} ${exchange.path}`).pipe(Effect.annotateLogs({
        status,
        millis: Number((performance.now() - startedAt).toFixed(2)),
        from: exchange.clientAddress,
        request_id: headers[headers.indexOf("X-Request-Id") + 1]
      })))
  })

/**
 * Traces a share of the requests, and none of the others: a span for each step costs more than the step.
 *
 * @param ratio 0 to 1
 */
export const withTracing = <R>(way: Way<R>, ratio: number): Way<R> => (exchange) =>
  Math.random() < ratio
    ? way(exchange).pipe(
      Effect.tap(({ status }) => Effect.annotateCurrentSpan("http.response.status_code", status)),
      Effect.withSpan(`${exchange.method} ${exchange.path}`, {
        kind: "server",
        attributes: { "http.request.method": exchange.method, "url.path": exchange.path }
      })
    )
    : Effect.withTracerEnabled(way(exchange), false)
