import { Effect } from "effect"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { listen } from "../connections/NodeServer.ts"

/** Maximum number of open connections. Each Prometheus server or probe needs one connection. */
export const metricsConnectionsMax = 64
/** Maximum time for a request with its headers, in milliseconds. */
export const metricsRequestMillisMax = 10_000

export interface MetricsServerOptions {
  readonly host: string
  readonly port: number
  readonly listener: RequestListener
}

/** Serves metrics and health on a port of their own until the scope closes. */
export const serveMetrics = Effect.fnUntraced(function*({ host, listener, port }: MetricsServerOptions) {
  const server = createServer(
    { requestTimeout: metricsRequestMillisMax, headersTimeout: metricsRequestMillisMax },
    listener
  )
  server.maxConnections = metricsConnectionsMax
  yield* Effect.acquireRelease(
    listen(server, { host, port, setting: "the port in GATEHOUSE_METRICS" }),
    () =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A server that listens on TCP has an address.
  const bound = server.address() as AddressInfo
  yield* Effect.logInfo(`Metrics are served on port ${bound.port} of ${bound.address}.`)
})
