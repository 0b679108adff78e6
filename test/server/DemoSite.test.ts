import { afterAll, beforeAll, expect, it } from "vitest"
import { demoHostnames, demoSite } from "../../apps/server/DemoSite.ts"
import { createSite } from "../../core/accounts/CreateSite.ts"
import { deleteSite } from "../../core/accounts/DeleteSite.ts"
import { type InProcessServer, startInProcess } from "../support/InProcess.ts"

let server: InProcessServer
beforeAll(async () => {
  server = await startInProcess()
})
afterAll(() => server.stop())

const page = async () => {
  const response = await fetch(`http://127.0.0.1:${server.port}/demo`)
  return { status: response.status, text: await response.text() }
}

it("the demo's site is not made again once somebody has deleted it, until somebody makes one of its name", async () => {
  const one = (await server.run(demoSite()))!
  expect((await page()).text).toContain(one.siteKey)
  await server.run(deleteSite(server.accountId, one.id))
  expect(await server.run(demoSite())).toBe(null)
  const { status, text } = await page()
  expect([status, JSON.parse(text).message]).toEqual([404, expect.stringContaining("--name demo")])
  const wanted = { accountId: server.accountId, name: "demo", hostnames: demoHostnames }
  const { site } = await server.run(createSite(wanted))
  expect((await page()).text).toContain(site.siteKey)
})
