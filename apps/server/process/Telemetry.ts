import { ConfigProvider, Context, Effect, Layer, Metric, Option, Redacted, Tracer } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { Otlp, OtlpSerialization, type OtlpTracer } from "effect/observability"
import { randomUUID } from "node:crypto"
import { apiVersion } from "../../../adapters/http/api/Api.ts"
import { TraceState } from "../../../adapters/http/server/messages/TraceContext.ts"
import type { GatehouseConfig } from "../settings/Config.ts"

/** Exports traces, logs and metrics to the configured OpenTelemetry collector, as JSON over HTTP. */
export const layerTelemetry = (config: GatehouseConfig) => {
  const { otlpHeaders, otlpUrl, traceRatio } = config
  if (otlpUrl === null) return Layer.empty
  const exporters = Otlp.layer({
    baseUrl: otlpUrl,
    ...otlpHeaders === null ? {} : { headers: Redacted.value(otlpHeaders) },
    resource: telemetryResource(config)
  })
  return Layer.effect(Tracer.Tracer, Effect.map(Tracer.Tracer, (tracer) => sampleBackground(tracer, traceRatio))).pipe(
    Layer.provideMerge(exporters),
    Layer.provide([layerSerialization, layerExportClient]),
    // The exporters would read some settings themselves, and fail with other messages.
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({})))
  )
}

/** Returns the resource. `OTEL_SERVICE_NAME` takes precedence over `OTEL_RESOURCE_ATTRIBUTES`, as the standard says. */
export const telemetryResource = ({ resourceAttributes, serviceName }: GatehouseConfig) => ({
  serviceName: serviceName ?? resourceAttributes["service.name"] ?? "gatehouse",
  serviceVersion: resourceAttributes["service.version"] ?? apiVersion,
  attributes: { "service.instance.id": randomUUID(), ...resourceAttributes }
})

/**
 * Traces a share of the background tasks: spans without a parent that are not spans of requests. The endpoints have
 * already sampled the requests.
 *
 * @param ratio share of tasks to trace, 0 to 1
 */
export const sampleBackground = (tracer: Tracer.Tracer, ratio: number): Tracer.Tracer => ({
  ...tracer,
  span: (options) => {
    const parent = Option.getOrNull(options.parent)
    const isSkipped = parent === null && options.kind !== "server" && Math.random() >= ratio
    const traceState = parent === null ? "" : Context.get(parent.annotations, TraceState)
    if (traceState === "") return tracer.span({ ...options, sampled: options.sampled && !isSkipped })
    const span = tracer.span({ ...options, annotations: Context.add(options.annotations, TraceState, traceState) })
    span.attribute(traceStateAttribute, traceState)
    return span
  }
})

/** Attribute that carries a span's `tracestate` to the serialization, because Effect's spans have no field for it. */
const traceStateAttribute = "gatehouse.tracestate"

const layerSerialization = Layer.effect(
  OtlpSerialization.OtlpSerialization,
  Effect.map(OtlpSerialization.OtlpSerialization, (json) => ({
    ...json,
    traces: (data: OtlpTracer.TraceData) => json.traces(withTraceStates(data))
  }))
).pipe(Layer.provide(OtlpSerialization.layerJson))

/** Moves `tracestate` from the attributes of each span to the field of the OTLP format. */
export const withTraceStates = (data: OtlpTracer.TraceData): OtlpTracer.TraceData => ({
  resourceSpans: data.resourceSpans.map((resource) => ({
    ...resource,
    scopeSpans: resource.scopeSpans.map((scope) => ({
      ...scope,
      spans: scope.spans.map((span) => {
        const state = span.attributes.find(({ key }) => key === traceStateAttribute)
        if (state === undefined) return span
        const attributes = span.attributes.filter((attribute) => attribute !== state)
        return { ...span, attributes, traceState: state.value.stringValue }
      })
    }))
  }))
})

const exportFailures = (signal: string) =>
  Metric.counter("gatehouse_telemetry_export_failures_total", {
    description: "Failed attempts to send telemetry to the collector.",
    attributes: { signal },
    incremental: true
  })
const exportFailureCounters = [
  ["/v1/traces", exportFailures("traces")],
  ["/v1/metrics", exportFailures("metrics")],
  ["/v1/logs", exportFailures("logs")]
] as const

/** HTTP client of the exporters. It counts requests that fail or that the collector refuses. */
const layerExportClient = Layer.effect(
  HttpClient.HttpClient,
  Effect.gen(function*() {
    const client = yield* HttpClient.HttpClient
    const context = yield* Effect.context()
    for (const [, counter] of exportFailureCounters) counter.updateUnsafe(0, context)
    const count = (url: string) =>
      Effect.sync(() => {
        for (const [path, counter] of exportFailureCounters) if (url.endsWith(path)) counter.updateUnsafe(1, context)
      })
    return HttpClient.transform(client, (response, { url }) =>
      response.pipe(
        Effect.tap(({ status }) => status >= 400 ? count(url) : Effect.void),
        Effect.tapError(() => count(url))
      ))
  })
).pipe(Layer.provide(FetchHttpClient.layer))
