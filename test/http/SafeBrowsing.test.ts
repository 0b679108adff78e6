import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { SafeBrowsingServer } from "../fakes/SafeBrowsingServer.ts"
import { malware } from "../fakes/SafeBrowsingVendor.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import { scanUrl } from "./Contract.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-safe-browsing-"))
let vendor: SafeBrowsingServer
let server: InProcessServer

beforeAll(async () => {
  vendor = await SafeBrowsingServer.start()
  vendor.vendor.put("mw-4b", "bad.test/", malware)
  vendor.vendor.put("mw-4b", "unconfirmed.test/", malware)
  server = await startServerInProcess({
    env: {
      GATEHOUSE_SAFE_BROWSING_KEY: vendor.key,
      GATEHOUSE_SAFE_BROWSING_URL: vendor.url,
      GATEHOUSE_THREATS_DIR: folder
    }
  })
})
afterAll(async () => {
  await server.stop()
  await vendor.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ready = async () => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/readyz`)
  const { threat_sources } = await answer.json() as { threat_sources: ReadonlyArray<Record<string, unknown>> }
  return threat_sources.find(({ name }) => name === "safe-browsing")
}

const scan = async (url: string) => {
  const { json, status } = await server.post(scanUrl.path, { url })
  return [status, json]
}

it("a key turns Safe Browsing on, for listed and unlisted URLs, once its lists are loaded", async () => {
  await expect.poll(ready).toMatchObject({ state: "live" })
  expect(await scan("https://www.bad.test/x")).toEqual([200, { ok: false }])
  expect(await scan("https://good.test/x")).toEqual([200, { ok: true }])
  expect(await ready()).toMatchObject({ kind: "safe-browsing", state: "live", entries: 5, required: true })
})

it("an unconfirmed URL gets a free error, and only the operator sees the vendor's failure", async () => {
  vendor.setFault({ kind: "status", status: 503 })
  const before = await server.balance()
  expect(await scan("https://unconfirmed.test/")).toEqual([422, { ok: false, error: "safe-browsing did not answer." }])
  expect(await server.balance()).toEqual(before)
  expect(await scan("https://www.bad.test/y")).toEqual([200, { ok: false }])
  expect(await scan("https://fine.test/")).toEqual([200, { ok: true }])
  expect((await ready())?.["problem"]).toContain("answered 503")
  vendor.setFault(null)
  expect(await scan("https://unconfirmed.test/")).toEqual([200, { ok: false }])
})

it("the start reports that it is for non-commercial use only, and the key never appears", async () => {
  expect(server.output()).toContain("non-commercial use only")
  expect(server.output() + JSON.stringify(await ready())).not.toContain(vendor.key)
})
