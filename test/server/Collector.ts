import { createServer } from "node:http"
import type { IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

export interface CollectedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly traceState?: string
  readonly attributes: ReadonlyArray<{ readonly key: string }>
}

/** OpenTelemetry collector that records what it receives. */
export interface Collector {
  readonly url: string
  readonly spans: () => ReadonlyArray<CollectedSpan>
  /** Attributes of the resource, from the last request. */
  readonly resource: () => Readonly<Record<string, string>>
  /** Headers of the last request. */
  readonly headers: () => IncomingHttpHeaders
  /** Bodies by path, each with its requests joined. */
  readonly received: ReadonlyMap<string, string>
  readonly stop: () => Promise<void>
}

/** @param status status of each response */
export const startCollector = async (status = 200): Promise<Collector> => {
  const received = new Map<string, string>()
  const spans: Array<CollectedSpan> = []
  let resource: Record<string, string> = {}
  let headers: IncomingHttpHeaders = {}
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request.setEncoding("utf8")) body += chunk
    const path = request.url!
    received.set(path, (received.get(path) ?? "") + body)
    headers = request.headers
    const data = JSON.parse(body)
    const [part] = data.resourceSpans ?? data.resourceMetrics ?? data.resourceLogs
    resource = Object.fromEntries(part.resource.attributes.map(({ key, value }: any) => [key, value.stringValue]))
    for (const { scopeSpans } of data.resourceSpans ?? []) {
      spans.push(...scopeSpans.flatMap((scope: any) => scope.spans))
    }
    response.writeHead(status).end("{}")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => spans,
    resource: () => resource,
    headers: () => headers,
    received,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
