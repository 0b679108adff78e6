import { Effect } from "effect"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeDemoEndpoint } from "../../adapters/http/demo/Demo.ts"
import { BodyAborted, BodyTooLarge } from "../../adapters/http/server/messages/HttpExchange.ts"
import { ensureDemoSite } from "../../apps/server/FirstStart.ts"
import { createSite, deleteSite } from "../../core/sites/ManageSites.ts"
import { loopbackHostnames } from "../../core/sites/Site.ts"
import { signedIn } from "../http/account/Signed.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import { runCli } from "../support/Server.ts"
import { workerFolder } from "../support/WorkerEnd.ts"
import { type ProgramOptions, startProgram } from "./RunningProgram.ts"

let server: InProcessServer
beforeAll(async () => {
  server = await startServerInProcess()
})
afterAll(() => server.stop())

const page = async () => {
  const response = await fetch(`http://127.0.0.1:${server.port}/demo`)
  return { status: response.status, text: await response.text() }
}

it("the demo's site is not created again after it was deleted, until a site with its name is created", async () => {
  const one = (await server.run(ensureDemoSite()))!
  expect((await page()).text).toContain(one.siteKey)
  await server.run(deleteSite(server.accountId, one.id))
  expect(await server.run(ensureDemoSite())).toBe(null)
  const { status, text } = await page()
  expect([status, JSON.parse(text).message]).toEqual([404, expect.stringContaining("--name demo")])
  const newSite = { accountId: server.accountId, name: "demo", hostnames: loopbackHostnames }
  const { site } = await server.run(createSite(newSite))
  expect((await page()).text).toContain(site.siteKey)
})

it.each([
  [413, new BodyTooLarge({ bytesMax: 1 })],
  [400, new BodyAborted()]
])("/demo closes the connection after a body that was not read to its end (%i)", async (status, failure) => {
  const headers: Readonly<Record<string, string>> = { "content-type": "application/json" }
  const respond = makeDemoEndpoint({ site: ensureDemoSite(), isBuilt: true })
  const response = await server.run(respond({
    method: "POST",
    path: "/demo",
    query: "",
    remoteAddress: "192.0.2.1",
    clientAddress: "192.0.2.1",
    isWithinConcurrencyLimit: true,
    header: (name) => headers[name],
    readBody: () => Effect.fail(failure),
    whenDisconnected: Effect.never
  }))
  expect([response.status, response.closesConnection]).toEqual([status, true])
})

it("the dashboard learns whether the demo can be opened", async () => {
  const without = await startServerInProcess({ env: { GATEHOUSE_DEMO: "off" } })
  try {
    const statuses = await Promise.all(
      [server, without].map(async (one) =>
        (await (await signedIn(one, "owner")).request("GET", "me")).json.server.hasDemo
      )
    )
    expect(statuses).toEqual([true, false])
  } finally {
    await without.stop()
  }
})

it("a start reports the demo while its site exists, and then how to restore it", async () => {
  /** Starts the server, runs the command if there is one, and stops the server. Returns the server's output. */
  const outputOf = async (options: ProgramOptions, ...command: ReadonlyArray<string>) => {
    const one = await startProgram(options)
    if (command.length > 0) await runCli([...command, "--json"], { DATABASE_URL: one.databaseUrl })
    await one.stop()
    return one.output()
  }
  const folder = mkdtempSync(join(workerFolder(), "starts-"))
  const first = await outputOf({ folder }, "sites", "delete", "demo")
  expect(first).toMatch(/^ {2}demo {4}http:\S+\/demo$/m)
  const second = await outputOf({ folder }, "sites", "create", "--name", "demo", "--hostname", "localhost")
  expect(second).not.toContain("/demo")
  expect(second).toContain("create a site named demo to enable it")
  expect(await outputOf({ folder })).toContain("/demo")
  const off = await outputOf({ folder, env: { GATEHOUSE_DEMO: "off" } })
  expect(off).toContain("GATEHOUSE_DEMO is off")
  expect(off).not.toContain("/demo")
})
