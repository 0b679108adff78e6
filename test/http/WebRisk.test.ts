import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { WebRiskServer } from "../fakes/WebRiskServer.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import { scanUrl } from "./Contract.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-web-risk-"))
let vendor: WebRiskServer
let server: InProcessServer

beforeAll(async () => {
  vendor = await WebRiskServer.start()
  for (const list of ["MALWARE", "SOCIAL_ENGINEERING", "UNWANTED_SOFTWARE"]) {
    vendor.vendor.setPrefixes(list, ["11223344"])
  }
  vendor.vendor.add("MALWARE", "bad.test/")
  vendor.vendor.add("MALWARE", "unconfirmed.test/")
})
beforeEach(() => {
  vendor.requests.length = 0
  vendor.setFault(null)
})
afterAll(async () => {
  await vendor.stop()
  rmSync(folder, { recursive: true, force: true })
})

const start = async (mode: "update" | "lookup") => {
  server = await startServerInProcess({
    env: {
      GATEHOUSE_WEB_RISK_KEY: vendor.key,
      GATEHOUSE_WEB_RISK_URL: vendor.url,
      GATEHOUSE_WEB_RISK_MODE: mode,
      GATEHOUSE_THREATS_DIR: folder
    }
  })
}
afterEach(() => server.stop())

const ready = async () => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/readyz`)
  const { threat_sources } = await answer.json() as { threat_sources: ReadonlyArray<Record<string, unknown>> }
  return threat_sources.find(({ name }) => name === "web-risk")
}

const scan = async (url: string) => {
  const { json, status } = await server.post(scanUrl.path, { url })
  return [status, json]
}

const noAnswer = [422, { ok: false, error: "web-risk did not answer." }]

describe("a key turns Web Risk on", () => {
  it("by local lists: only hashes are sent, and unconfirmed URLs get an error", async () => {
    await start("update")
    await expect.poll(ready).toMatchObject({ state: "live", entries: 5, required: true })
    expect(await scan("https://bad.test/")).toEqual([200, { ok: false }])
    expect(await scan("https://good.test/x?y=z")).toEqual([200, { ok: true }])
    vendor.setFault({ kind: "status", status: 503 })
    const before = await server.balance()
    expect(await scan("https://unconfirmed.test/")).toEqual(noAnswer)
    expect(await server.balance()).toEqual(before)
    expect(await scan("https://fine.test/")).toEqual([200, { ok: true }])
    expect((await ready())?.["problem"]).toContain("answered 503")
    expect(vendor.requestsOfMethod("hashes:search").length).toBe(2)
    expect(vendor.requests.map(({ path }) => path).join()).not.toContain("test")
    expect(server.output() + JSON.stringify(await ready())).not.toContain(vendor.key)
  })

  it("by a query for each URL, if configured", async () => {
    await start("lookup")
    expect(await ready()).toMatchObject({ kind: "web-risk-lookup", state: "live", problem: null })
    expect(await scan("https://bad.test/#part")).toEqual([200, { ok: false }])
    expect(await scan("https://ann:secret@good.test/x")).toEqual([200, { ok: true }])
    expect(await scan("http://10.0.0.8/")).toEqual([200, { ok: true }])
    vendor.setFault({ kind: "reset" })
    expect(await scan("https://other.test/")).toEqual(noAnswer)
    expect(await scan("https://bad.test/")).toEqual([200, { ok: false }])
    expect(vendor.requests.map(({ parameters }) => parameters.get("uri")))
      .toEqual(["https://bad.test/", "https://good.test/x", "https://other.test/"])
  })
})
