import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { type SourceStatus, WebRisk } from "../../core/ports/WebRisk.ts"
import { startInProcess } from "../support/InProcess.ts"
import { noAnswer } from "../support/ThreatSources.ts"

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

it.each<readonly [string, Partial<SourceStatus>]>([
  ["ready", {}],
  ["ready", { state: "stale", problem: "It said 503." }],
  ["ready", { state: "down", required: false }],
  ["degraded", { state: "down", problem: "It said 503." }]
])("is %s, with 200, with a source of %j", async (status, fares) => {
  const ports = Layer.succeed(WebRisk, {
    check: () => noAnswer("vendor"),
    status: Effect.succeed([{ ...source, ...fares }])
  })
  const server = await startInProcess({ ports })
  try {
    const answer = await fetch(`http://127.0.0.1:${server.port}/readyz`)
    expect([answer.status, await answer.json()]).toMatchObject([200, {
      status,
      threat_sources: [{ ...fares, updated_at: source.updatedAt!.toISOString() }]
    }])
  } finally {
    await server.stop()
  }
})
