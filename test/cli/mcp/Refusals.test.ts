import type { RequestListener } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  call,
  initialize,
  reply,
  screenUrl,
  type ScriptedServer,
  startAgent,
  startScriptedServer,
  textOf
} from "./StartAgent.ts"

let server: ScriptedServer
beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.stop())

describe("answers of the server", () => {
  let agent: ReturnType<typeof startAgent>
  let id = 0
  beforeAll(() => {
    agent = startAgent(server.baseUrl)
    agent.send(initialize)
  })
  afterAll(() => agent.child.stdin.end())

  const screened = async () => {
    agent.send(screenUrl(++id))
    return (await agent.response(id)).result
  }

  it.each<readonly [string, number, unknown, Readonly<Record<string, string>>, RegExp]>([
    [
      "401",
      401,
      { ok: false, error: "Missing or invalid API key." },
      {},
      /^Missing or invalid API key\. Ask the user to configure a valid API key/
    ],
    [
      "403",
      403,
      { ok: false, error: "Not enough credits." },
      {},
      /^Not enough credits\. Nothing was charged\. Ask the user to add credits/
    ],
    [
      "422 with fields",
      422,
      { message: "a", errors: { url: ["The url field is required."] } },
      {},
      /^The url field is required\. Nothing was charged/
    ],
    ["429", 429, { ok: false, error: "Slow down." }, { "Retry-After": "7" }, /Wait 7 seconds, then retry/],
    ["503", 503, { ok: false, error: "Overloaded." }, { "Retry-After": "1" }, /Wait 1 second, then retry/],
    ["503 of a proxy", 503, "<html>", {}, /^The server answered with status 503\. Nothing was charged\. Retry later/],
    ["a redirect", 307, {}, { Location: "http://127.0.0.1:1/" }, /^The server answered with status 307\./],
    ["another shape", 200, { safe: true }, {}, /does not understand/]
  ])("%s is a tool error", async (_, status, body, headers, text) => {
    server.answer = reply(status, body, headers)
    const result = await screened()
    expect(result.isError).toBe(true)
    expect(result.content[0].text).toMatch(text)
    expect(result.content[0].text).toMatch(/unchecked\.$|Do not retry\.$/)
  })

  it.each<readonly [string, RequestListener, RegExp]>([
    ["a reset", (request) => request.socket.resetAndDestroy(), /cannot be reached: .*(?:closed|reset|ECONNRESET)/i],
    ["a body that breaks off", (_, response) => {
      response.writeHead(200, { "Content-Length": "100" }).write("{")
      setTimeout(() => response.destroy(), 50)
    }, /cannot be reached/],
    ["an endless body", (_, response) => {
      const write = () => void (response.destroyed || (response.write(Buffer.alloc(2 ** 20, 32)), setTimeout(write, 1)))
      response.writeHead(200)
      write()
    }, /the answer has more than 8388608 bytes/]
  ])("%s is a tool error", async (_, listener, text) => {
    server.answer = listener
    const result = await screened()
    expect(result.isError).toBe(true)
    expect(result.content[0].text).toMatch(text)
  })

  it("a missing server is a tool error that names its address", async () => {
    const lonely = startAgent("http://127.0.0.1:1")
    lonely.send(initialize, screenUrl(1), call(2, "credit_balance"))
    for (const one of [1, 2]) {
      expect(textOf(await lonely.response(one))).toMatch(
        /^The Gatehouse server at http:\/\/127\.0\.0\.1:1 cannot be reached: .*GATEHOUSE_SERVER/
      )
    }
    lonely.child.stdin.end()
    expect((await lonely.exited).code).toBe(0)
  })

  it.each<readonly [string, number, unknown, RegExp]>([
    ["a server without /mcp", 404, "", /^The server answered with status 404/],
    [
      "an unknown key",
      401,
      { jsonrpc: "2.0", id: null, error: { code: -32000, message: "Invalid API key." } },
      /^Invalid API key\. Ask/
    ],
    [
      "a protocol error",
      200,
      { jsonrpc: "2.0", id: 1, error: { code: -32602, message: "Unknown tool" } },
      /does not understand/
    ],
    ["a tool error", 200, {
      jsonrpc: "2.0",
      id: 1,
      result: { isError: true, content: [{ type: "text", text: "Slow down." }] }
    }, /^Slow down\.$/]
  ])("credit_balance reports %s", async (_, status, body, text) => {
    server.answer = reply(status, body)
    agent.send(call(++id, "credit_balance"))
    expect(textOf(await agent.response(id))).toMatch(text)
  })
})
