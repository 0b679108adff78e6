import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { messageBytesMax } from "../../../adapters/http/mcp/protocol/JsonRpc.ts"
import { eventually } from "../../support/Eventually.ts"
import {
  initialize,
  reply,
  request,
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

describe("the connection", () => {
  it("answers messages that are sent at once, then ends with its input", async () => {
    server.answer = reply(200, { ok: true }, { "X-Credits-Charged": "5" })
    const agent = startAgent(server.baseUrl)
    agent.send(
      initialize,
      { jsonrpc: "2.0", method: "notifications/initialized" },
      screenUrl("a"),
      request(2, "tools/list")
    )
    agent.child.stdin.end()
    const { code, err } = await agent.exited
    expect([code, err]).toEqual([0, ""])
    expect(agent.messages().map(({ id }) => id).toSorted()).toEqual([0, 2, "a"])
    expect(textOf(await agent.response("a"))).toBe(
      "No enforced threat source lists \"https://example.com/\". Cost: 5 credits."
    )
  })

  it("continues after lines that are no messages", async () => {
    const agent = startAgent(server.baseUrl)
    agent.send(
      initialize,
      "broken{",
      "",
      "  ",
      "[]",
      "7",
      "\u0000",
      "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}"
    )
    agent.child.stdin.write(Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]))
    agent.send("[".repeat(100_000), "x".repeat(messageBytesMax + 1), request(1, "ping"))
    expect(await agent.response(1)).toEqual({ jsonrpc: "2.0", id: 1, result: {} })
    agent.child.stdin.end()
    expect(await agent.exited).toMatchObject({ code: 0, err: "" })
    const codes = agent.messages().filter(({ id }) => id === null).map(({ error }) => error.code)
    expect(codes.toSorted()).toEqual([-32600, -32600, -32600, -32600, -32600, -32700, -32700, -32700])
  })

  it("refuses requests before initialize, and ids in use", async () => {
    const waiting: Array<() => void> = []
    server.answer = (request, response) => void waiting.push(() => reply(200, { ok: true })(request, response))
    const agent = startAgent(server.baseUrl)
    agent.send(request(1, "tools/list"))
    expect((await agent.response(1)).error).toEqual({
      code: -32600,
      message: "The connection is not initialized. Send initialize first."
    })
    agent.send(initialize, screenUrl(2))
    await eventually(async () => waiting.length, (length) => length === 1)
    agent.send(screenUrl(2))
    expect((await agent.response(2)).error.message).toContain("is in progress")
    waiting[0]!()
    await eventually(
      async () => agent.messages(),
      (all) => all.some(({ id, result }) => id === 2 && result !== undefined)
    )
    agent.child.stdin.end()
    expect((await agent.exited).code).toBe(0)
  })

  it("sends no response to a canceled call, and abandons its request", async () => {
    let isClosed = false
    server.answer = (request) => request.socket.once("close", () => isClosed = true)
    const before = server.requests()
    const agent = startAgent(server.baseUrl)
    agent.send(initialize, screenUrl(1))
    await eventually(server.requests, (count) => count > before)
    agent.send({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1, reason: "no longer needed" }
    })
    agent.send(request(2, "ping"))
    await agent.response(2)
    agent.child.stdin.end()
    expect((await agent.exited).code).toBe(0)
    expect(agent.messages().map(({ id }) => id)).toEqual([0, 2])
    await eventually(async () => isClosed, (closed) => closed)
  })

  it("reads no further while 64 calls wait, and answers all of them", async () => {
    const waiting: Array<() => void> = []
    let isOpen = false
    server.answer = (request, response) => {
      const go = () => reply(200, { ok: true })(request, response)
      if (isOpen) go()
      else waiting.push(go)
    }
    const agent = startAgent(server.baseUrl)
    agent.send(initialize, ...Array.from({ length: 300 }, (_, at) => screenUrl(at + 1)))
    await eventually(async () => waiting.length, (length) => length === 8)
    isOpen = true
    for (const go of waiting) go()
    await agent.response(300)
    agent.child.stdin.end()
    expect((await agent.exited).code).toBe(0)
    expect(new Set(agent.messages().map(({ id }) => id)).size).toBe(301)
    expect(waiting).toHaveLength(8)
  })

  it("ends when the client closes the output", async () => {
    server.answer = reply(200, { ok: true })
    const agent = startAgent(server.baseUrl)
    agent.send(initialize)
    await agent.response(0)
    agent.child.stdout.destroy()
    agent.send(screenUrl(1))
    expect(await agent.exited).toMatchObject({ code: 0, err: "" })
  })

  it("ends on SIGTERM while a call waits", async () => {
    const before = server.requests()
    server.answer = () => {}
    const agent = startAgent(server.baseUrl)
    agent.send(initialize, screenUrl(1))
    await eventually(server.requests, (count) => count > before)
    agent.child.kill("SIGTERM")
    expect((await agent.exited).code).toBe(130)
  })
})
