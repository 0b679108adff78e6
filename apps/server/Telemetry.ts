import { Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { Otlp } from "effect/observability"
import { apiVersion } from "../../adapters/http/api/Api.ts"
import type { GatehouseConfig } from "./Config.ts"

/** Traces, logs and metrics to a collector (OpenTelemetry protocol, JSON over HTTP); nothing where none is set. */
export const layerTelemetry = ({ otlpUrl }: GatehouseConfig) =>
  otlpUrl === null
    ? Layer.empty
    : Otlp.layerJson({ baseUrl: otlpUrl, resource: { serviceName: "gatehouse", serviceVersion: apiVersion } }).pipe(
      Layer.provide(FetchHttpClient.layer)
    )
