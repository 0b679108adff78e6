import { createServer, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** How the fake server responds. */
export type FakeBehavior =
  | {
    readonly kind: "says"
    readonly json: unknown
    readonly status?: number
    readonly headers?: Record<string, string>
  }
  | { readonly kind: "text"; readonly text: string; readonly status?: number }
  /** Reads the request and never responds. */
  | { readonly kind: "hangs" }
  /** Sends the head and the first bytes at once, and then single bytes, which `trickled` counts. */
  | { readonly kind: "trickles" }
  | { readonly kind: "resets" }
  | { readonly kind: "breaks off" }
  | { readonly kind: "redirects"; readonly to: string }

export interface ReceivedRequest {
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly json: any
}

/** Fake Gatehouse server with configurable responses. It records the requests that it receives. */
export interface FakeGatehouse {
  readonly baseUrl: string
  behavior: FakeBehavior
  /** Responses by the path of the request. For other paths, `next` and `behavior` apply. */
  readonly byPath: Map<string, FakeBehavior>
  /** Responses to the next requests. After them, `behavior` applies. */
  readonly next: Array<FakeBehavior>
  readonly requests: Array<ReceivedRequest>
  trickled: number
  readonly stop: () => Promise<void>
}

export const humanVerdict = { success: true, score: 87, geo: { country: "DE", asn: "AS64500" } }

export const respondWith = (json: unknown, status = 200, headers: Record<string, string> = {}): FakeBehavior => ({
  kind: "says",
  json,
  status,
  headers
})

export const startFakeGatehouse = async (): Promise<FakeGatehouse> => {
  const server: Server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString()
      let json: unknown
      try {
        json = JSON.parse(text)
      } catch {
        json = undefined
      }
      fake.requests.push({ path: request.url!, method: request.method!, headers: request.headers, text, json })
      answer(request.url!, response, fake)
    })
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const fake: FakeGatehouse = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behavior: respondWith(humanVerdict),
    byPath: new Map(),
    next: [],
    requests: [],
    trickled: 0,
    stop: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    }
  }
  return fake
}

const answer = (path: string, response: ServerResponse, fake: FakeGatehouse): void => {
  const behavior = fake.byPath.get(path) ?? fake.next.shift() ?? fake.behavior
  switch (behavior.kind) {
    case "says":
      response.writeHead(behavior.status ?? 200, { "Content-Type": "application/json", ...behavior.headers })
      response.end(JSON.stringify(behavior.json))
      return
    case "text":
      response.writeHead(behavior.status ?? 200, { "Content-Type": "text/html" }).end(behavior.text)
      return
    case "hangs":
      return
    case "trickles": {
      response.writeHead(200, { "Content-Type": "application/json" })
      response.write("{\"success\":true,")
      const timer = setInterval(() => {
        response.write(" ")
        fake.trickled++
      }, 5)
      response.on("close", () => clearInterval(timer))
      return
    }
    case "resets":
      response.destroy()
      return
    case "breaks off":
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": 100 })
      response.write("{\"success\":true,\"score\":9")
      setTimeout(() => response.destroy(), 20)
      return
    case "redirects":
      response.writeHead(307, { Location: behavior.to }).end()
      return
  }
}
