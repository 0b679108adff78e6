import { mkdtempSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { workerFolder } from "../../support/WorkerEnd.ts"
import { initialize, reply, screenUrl, type ScriptedServer, startAgent, startScriptedServer } from "./StartAgent.ts"

const folder = mkdtempSync(join(workerFolder(), "mcp-"))

let server: ScriptedServer
beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.stop())

describe("settings", () => {
  it.each<readonly [string, Readonly<Record<string, string | undefined>>, ReadonlyArray<string>, RegExp]>([
    ["no key", { GATEHOUSE_API_KEY: undefined }, [], /GATEHOUSE_API_KEY/],
    [
      "a key with a line end",
      { GATEHOUSE_API_KEY: "a\nb" },
      [],
      /^GATEHOUSE_API_KEY is set: expected a key without spaces and line ends\.$/m
    ],
    [
      "a key twice",
      { GATEHOUSE_API_KEY_FILE: "/nowhere" },
      [],
      /GATEHOUSE_API_KEY and GATEHOUSE_API_KEY_FILE are both set/
    ],
    [
      "an address that is none",
      { GATEHOUSE_SERVER: "gatehouse.example.com" },
      [],
      /^GATEHOUSE_SERVER is .*http or https/
    ],
    ["an address with a password", {}, ["--server", "https://a:b@gatehouse.example.com"], /without credentials/],
    ["an unknown flag", {}, ["--port", "1"], /--port/]
  ])("%s ends the start with one sentence", async (_, env, args, text) => {
    const agent = startAgent(server.baseUrl, env, args)
    const { code, err, out } = await agent.exited
    expect([code, out]).toEqual([args[0] === "--port" ? 2 : 1, ""])
    expect(err).toMatch(text)
  })

  it("the key may be in a file, and the flag replaces the address", async () => {
    let key: unknown
    server.answer = (request, response) => {
      key = request.headers["api-key"]
      reply(200, { ok: true })(request, response)
    }
    writeFileSync(join(folder, "key"), "gh_live_file\n")
    const agent = startAgent(server.baseUrl, {
      GATEHOUSE_API_KEY: undefined,
      GATEHOUSE_API_KEY_FILE: join(folder, "key"),
      GATEHOUSE_SERVER: "http://127.0.0.1:1"
    }, ["--server", server.baseUrl])
    agent.send(initialize, screenUrl(1))
    expect((await agent.response(1)).result.structuredContent).toEqual({ ok: true })
    expect(key).toBe("gh_live_file")
    agent.child.stdin.end()
  })

  it("an address without encryption outside of this machine is a warning", async () => {
    const agent = startAgent(server.baseUrl, { GATEHOUSE_SERVER: "http://gatehouse.example" })
    agent.child.stdin.end()
    const { code, err } = await agent.exited
    expect([code, err]).toEqual([0, expect.stringMatching(/^Warning: .*without encryption\. Use https\.\n$/)])
  })
})
