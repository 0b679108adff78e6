import { Effect, Layer } from "effect"
import { networkInterfaces } from "node:os"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type SourceStatus, WebRisk } from "../../core/threats/WebRisk.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import { sourceFailure } from "../support/ThreatSources.ts"

const source: SourceStatus = {
  name: "vendor",
  kind: "feed",
  state: "live",
  required: true,
  enforced: true,
  entries: 1,
  bytes: 1,
  updatedAt: new Date(Date.now() - 5_000),
  problem: null
}

describe("/readyz", () => {
  let server: InProcessServer
  let current = source
  beforeAll(async () => {
    server = await startServerInProcess({
      ports: Layer.succeed(WebRisk, {
        check: () => sourceFailure("vendor"),
        status: Effect.sync(() => [current])
      })
    })
  })
  afterAll(() => server.stop())

  it.each<readonly [string, Partial<SourceStatus>]>([
    ["ready", {}],
    ["ready", { state: "stale", problem: "It said 503." }],
    ["ready", { state: "down", required: false }],
    ["degraded", { state: "down", problem: "It said 503." }]
  ])("is %s, with 200, for a source of %j", async (status, fares) => {
    current = { ...source, ...fares }
    const answer = await fetch(`${server.baseUrl}/readyz`)
    expect([answer.status, await answer.json()]).toMatchObject([200, {
      status,
      threat_sources: [{ ...fares, updated_at: source.updatedAt!.toISOString() }]
    }])
  })
})

const outside = Object.values(networkInterfaces()).flat().find((one) => one?.family === "IPv4" && !one.internal)
  ?.address

it.each<readonly [string, string | undefined, boolean]>([
  ["loopback", "127.0.0.1", true],
  ["loopback", outside, false],
  ["public", outside, true],
  ["off", "127.0.0.1", false],
  [`loopback,${outside}`, outside, true],
  [`${outside}/32`, outside, true],
  [`${outside}/32`, "127.0.0.1", false],
  ["203.0.113.0/24,2001:db8::/32", outside, false]
])("reports numbers and sources, if %s may read them, to a caller at %s: %s", async (readers, host, isTold) => {
  // Skips the case on a machine whose only address is loopback.
  if (host === undefined) return console.warn("skipped: this machine has no address but loopback")
  const server = await startServerInProcess({ env: { HOST: "0.0.0.0", GATEHOUSE_METRICS: readers } })
  try {
    const get = (path: string) => fetch(`http://${host}:${server.port}${path}`)
    expect((await get("/metrics")).status).toBe(isTold ? 200 : 404)
    for (const path of ["/healthz", "/readyz"]) {
      expect("threat_sources" in (await (await get(path)).json() as object)).toBe(isTold)
    }
  } finally {
    await server.stop()
  }
})

describe("a separate port for metrics", () => {
  const portOf = (server: InProcessServer): number => {
    const [, port] = /Metrics are served on port (\d+)/.exec(server.output()) ?? []
    return Number(port)
  }

  it("serves metrics and the state of threat sources, which the main port then omits", async () => {
    const server = await startServerInProcess({ env: { GATEHOUSE_METRICS: "port:0" } })
    try {
      const port = portOf(server)
      const there = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
      expect(await (await there("/metrics")).text()).toContain("gatehouse_http_connections")
      for (const path of ["/healthz", "/readyz"]) {
        expect(await (await there(path)).json()).toHaveProperty("threat_sources")
        const here = await fetch(server.baseUrl + path)
        expect(here.status).toBe(200)
        expect(await here.json()).not.toHaveProperty("threat_sources")
      }
      expect((await fetch(`${server.baseUrl}/metrics`)).status).toBe(404)
      for (const path of ["/", "/scan/email", "/docs", "/dashboard"]) expect((await there(path)).status).toBe(404)
    } finally {
      await server.stop()
    }
  })

  it("can be limited to networks", async () => {
    const server = await startServerInProcess({ env: { GATEHOUSE_METRICS: "port:0,203.0.113.0/24" } })
    try {
      expect((await fetch(`http://127.0.0.1:${portOf(server)}/metrics`)).status).toBe(404)
    } finally {
      await server.stop()
    }
  })

  it("that is in use prevents the start", async () => {
    const first = await startServerInProcess()
    try {
      await expect(startServerInProcess({ env: { GATEHOUSE_METRICS: `port:${first.port}` } })).rejects.toThrow(
        `Port ${first.port} on 127.0.0.1 is in use. Stop the other process or set the port in GATEHOUSE_METRICS.`
      )
    } finally {
      await first.stop()
    }
  })
})
