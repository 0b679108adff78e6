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
  ["off", "127.0.0.1", false]
])("reports numbers and sources, if %s may read them, to a caller at %s: %s", async (readers, host, isTold) => {
  // A machine without a network has no outside callers.
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
