import { Effect } from "effect"
import type { Tracer } from "effect"
import type { Endpoint } from "../messages/HttpExchange.ts"
import { callerSpanOf } from "../messages/TraceContext.ts"

/**
 * Maximum number of requests per second that are traced only because their callers trace them. Anyone can send
 * `traceparent`, so this header alone must not determine the number of spans.
 */
export const callerTracesPerSecondMax = 100

/**
 * Decides which requests are traced, as OpenTelemetry's parent-based sampler does. A request that continues a trace has
 * the sampling decision of its caller. Other requests are traced with the configured probability.
 */
export class TraceSampler {
  private readonly ratio: number
  private readonly millisNow: () => number
  private second = 0
  private callerTraces = 0

  /** @param ratio share of requests to trace, 0 to 1 */
  constructor(ratio: number, millisNow: () => number = () => performance.now()) {
    this.ratio = ratio
    this.millisNow = millisNow
  }

  /** @param caller the caller's span; null if the request starts a trace */
  isSampled(caller: Tracer.ExternalSpan | null): boolean {
    if (caller === null) return Math.random() < this.ratio
    return caller.sampled && (this.takeCallerTrace() || Math.random() < this.ratio)
  }

  /** Counts a trace that a caller requests. Returns false if too many were requested in this second. */
  private takeCallerTrace(): boolean {
    const second = Math.floor(this.millisNow() / 1_000)
    if (second !== this.second) {
      this.second = second
      this.callerTraces = 0
    }
    return this.callerTraces++ < callerTracesPerSecondMax
  }
}

/**
 * Traces the requests that the sampler selects. Other requests create no spans, because a span for each step costs more
 * than the step.
 */
export const withTracing = <R>(endpoint: Endpoint<R>, sampler: TraceSampler): Endpoint<R> => (exchange) => {
  const caller = callerSpanOf(exchange)
  if (!sampler.isSampled(caller)) return Effect.withTracerEnabled(endpoint(exchange), false)
  return endpoint(exchange).pipe(
    Effect.tap(({ status }) => Effect.annotateCurrentSpan("http.response.status_code", status)),
    Effect.withSpan(`${exchange.method} ${exchange.path}`, {
      kind: "server",
      attributes: { "http.request.method": exchange.method, "url.path": exchange.path },
      ...caller === null ? { root: true } : { parent: caller }
    })
  )
}
