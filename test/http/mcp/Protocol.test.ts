import { Effect, Latch, Layer } from "effect"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { messageBytesMax } from "../../../adapters/http/mcp/protocol/JsonRpc.ts"
import { protocolVersions } from "../../../adapters/http/mcp/protocol/McpConnections.ts"
import { protocolMessagesPerMinuteMax } from "../../../adapters/http/mcp/server/McpEndpoint.ts"
import { revokeApiKey } from "../../../core/keys/ManageKeys.ts"
import { type UrlRisk, WebRisk } from "../../../core/threats/WebRisk.ts"
import { eventually } from "../../support/Eventually.ts"
import { type InProcessServer, startServerInProcess } from "../../support/InProcessServer.ts"
import { openRaw, requestText } from "../Raw.ts"
import { connectHttp } from "./Client.ts"

let server: InProcessServer

/** Effect that runs while a URL is being screened. */
let meanwhile: Effect.Effect<void> = Effect.void
const safe: UrlRisk = { threat: null, observed: [], stale: [] }

beforeAll(async () => {
  server = await startServerInProcess({
    env: { GATEHOUSE_STORAGE_WAIT_MILLIS: "200" },
    ports: Layer.succeed(WebRisk, {
      check: () => Effect.suspend(() => Effect.as(meanwhile, safe)),
      status: Effect.succeed([])
    })
  })
})
afterAll(() => server.stop())

const post = async (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(`${server.baseUrl}/mcp`, {
    method: "POST",
    headers: { "API-KEY": server.key, "Content-Type": "application/json", ...headers },
    body: body as BodyInit
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: text === "" ? null : JSON.parse(text) }
}

const message = (method: string, params: unknown = {}, id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params })

const call = (name: string, input: unknown): string => message("tools/call", { name, arguments: input })

const checkEmail = call("check_email", { email: "ann@example.org" })
const screenUrl = call("screen_url", { url: "https://example.com/" })

describe("a request to /mcp", () => {
  it.each(["GET", "DELETE", "PUT", "OPTIONS"])("with %s gets 405", async (method) => {
    const response = await fetch(`${server.baseUrl}/mcp`, { method, headers: { "API-KEY": server.key } })
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"])
  })

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ["no key", { "API-KEY": "" }],
    ["an unknown key", { "API-KEY": "gh_live_unknown" }],
    ["an unknown bearer token", { "API-KEY": "", Authorization: "Bearer unknown" }],
    ["basic credentials", { "API-KEY": "", Authorization: "Basic Z2g6Z2g=" }]
  ])("with %s gets 401 before its body is read", async (_, headers) => {
    const { json, status, ...response } = await post("{", headers)
    expect([status, json.id, json.error.code]).toEqual([401, null, -32000])
    expect(json.error.message).toContain("API key")
    expect(response.headers.get("www-authenticate")).toMatch(/ApiKey .*Bearer /)
  })

  it("from a page of another site gets 403", async () => {
    expect((await post(checkEmail, { Origin: "https://evil.example" })).status).toBe(403)
    expect((await post(checkEmail, { Origin: server.baseUrl })).status).toBe(200)
  })

  it("with another content type gets 415", async () => {
    expect((await post(checkEmail, { "Content-Type": "text/plain" })).status).toBe(415)
  })

  it.each<readonly [string, string | Uint8Array, number]>([
    ["broken JSON", "{\"jsonrpc\":", -32700],
    ["no body", "", -32700],
    ["invalid UTF-8", new Uint8Array([0x22, 0xff, 0x22]), -32700],
    ["deeply nested JSON", "[".repeat(200_000), -32700],
    ["a batch", `[${checkEmail}]`, -32600],
    ["a number", "1", -32600],
    ["another version of JSON-RPC", "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}", -32600],
    ["no method", "{\"jsonrpc\":\"2.0\",\"id\":1}", -32600],
    ["a method that is no text", message(1 as never), -32600],
    ["an id that is an object", message("ping", {}, {}), -32600],
    ["an id that is null", message("ping", {}, null), -32600],
    ["an id of 2,000 characters", message("ping", {}, "x".repeat(2_000)), -32600]
  ])("with %s gets 400 and a JSON-RPC error", async (_, body, code) => {
    const { json, status } = await post(body)
    expect([status, json.jsonrpc, json.error.code]).toEqual([400, "2.0", code])
  })

  it("over the size limit gets 413", async () => {
    const { json, status } = await post(`"${"x".repeat(messageBytesMax)}"`)
    expect([status, json.error.message]).toEqual([413, `The body is too large. The limit is ${messageBytesMax} bytes.`])
  })

  it.each<readonly [string, string]>([
    ["a notification", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"],
    ["an unknown notification", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}"],
    ["a cancellation", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}"],
    ["a response", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"]
  ])("with %s gets 202 and no body", async (_, body) => {
    expect(await post(body)).toMatchObject({ status: 202, text: "" })
  })

  it.each<readonly [string, string, number]>([
    ["an unknown method", message("tools/run"), -32601],
    ["a method without a name", message("constructor"), -32601],
    ["an unknown tool", call("__proto__", {}), -32602],
    ["no name of a tool", message("tools/call", {}), -32602],
    ["arguments that are a list", call("check_email", []), -32602],
    ["parameters that are text", message("tools/call", "x"), -32602],
    ["initialize without parameters", message("initialize"), -32602]
  ])("with %s gets a JSON-RPC error", async (_, body, code) => {
    const { json, status } = await post(body)
    expect([status, json.id, json.error?.code]).toEqual([200, 1, code])
  })

  it.each(["constructor", "__proto__", "toString"])("with the argument %s gets a tool error", async (name) => {
    const { json } = await post(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"screen_url","arguments":{"url":"https://example.com/","${name}":{}}}}`
    )
    expect(json.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining(`The ${name} field is unknown.`) }]
    })
  })
})

describe("revisions of the protocol", () => {
  it.each(protocolVersions.filter((version) => version < "2026"))("%s is agreed on and answers", async (version) => {
    const { json, headers } = await post(
      message("initialize", { protocolVersion: version, capabilities: {}, clientInfo: { name: "test", version: "1" } })
    )
    expect(json.result).toMatchObject({ protocolVersion: version, serverInfo: { name: "gatehouse" } })
    expect(headers.get("mcp-session-id")).toBeNull()
    const result = await post(checkEmail, { "MCP-Protocol-Version": version })
    expect(result.json.result.structuredContent?.email).toBe(version < "2025-06" ? undefined : "ann@example.org")
    expect(JSON.parse(result.json.result.content[1].text).email).toBe("ann@example.org")
  })

  it("an unknown revision is answered with the newest one that has connections", async () => {
    const { json } = await post(
      message("initialize", {
        protocolVersion: "1999-01-01",
        capabilities: {},
        clientInfo: { name: "test", version: "1" }
      })
    )
    expect(json.result.protocolVersion).toBe("2025-11-25")
  })

  it("an unknown revision in the header gets 400 and the supported ones", async () => {
    const { json, status } = await post(checkEmail, { "MCP-Protocol-Version": "1999-01-01" })
    expect([status, json.error.data.supported]).toEqual([400, protocolVersions])
  })

  describe("2026-07-28", () => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" }
    }
    const body = message("tools/call", { name: "check_email", arguments: { email: "ann@example.org" }, _meta: meta })
    const headers = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "check_email" }

    it("answers without initialize", async () => {
      expect((await post(body, headers)).json.result.structuredContent.email).toBe("ann@example.org")
      const discovered = await post(message("server/discover", { _meta: meta }), {
        ...headers,
        "Mcp-Method": "server/discover"
      })
      expect(discovered.json.result.supportedVersions).toContain("2026-07-28")
    })

    it.each<readonly [string, Readonly<Record<string, string>>]>([
      ["MCP-Protocol-Version", { ...headers, "MCP-Protocol-Version": "2025-11-25" }],
      ["Mcp-Method", { ...headers, "Mcp-Method": "tools/list" }],
      ["Mcp-Name", { ...headers, "Mcp-Name": "screen_url" }]
    ])("refuses a header %s that contradicts the message", async (name, wrong) => {
      const { json, status } = await post(body, wrong)
      expect([status, json.error.message]).toEqual([400, `The header ${name} does not match the message.`])
    })

    it.each(["tools/run", "subscriptions/listen"])("answers %s with 404", async (method) => {
      const { json, status } = await post(message(method, { _meta: meta, notifications: {} }), {
        ...headers,
        "Mcp-Method": method
      })
      expect([status, json.error.code]).toEqual([404, -32601])
    })
  })
})

describe("a call", () => {
  it("returns the headers of its request, which the history contains with the client's address", async () => {
    const { headers } = await post(checkEmail)
    expect([headers.get("x-credits-charged"), headers.get("ratelimit-policy")]).toEqual([
      "1",
      expect.stringMatching(/;w=60$/)
    ])
    expect(await server.waitForRecord(headers.get("x-request-id")!)).toMatchObject({
      operation: "scan/email",
      credits: 1
    })
  })

  it("of a revoked key gets 401, also on a connection that has worked", async () => {
    const { id, key } = await server.createKey()
    const client = await connectHttp(server.baseUrl, { "API-KEY": key })
    expect(await client.call("check_email", { email: "ann@example.org" })).toMatchObject({ isError: false })
    await server.run(revokeApiKey(server.accountId, id))
    await expect(client.call("check_email", { email: "ann@example.org" })).rejects.toThrow(/API key/)
    await client.close()
  })

  it("is refunded if the client disconnects before the result", async () => {
    const { available } = await server.balance()
    const screening = Latch.makeUnsafe(false)
    const goOn = Latch.makeUnsafe(false)
    meanwhile = Effect.andThen(screening.open, goOn.await)
    const raw = await openRaw(server.port)
    raw.write(requestText("POST /mcp", [
      ["API-KEY", server.key],
      ["Content-Type", "application/json"],
      ["Content-Length", String(screenUrl.length)]
    ], screenUrl))
    await Effect.runPromise(screening.await)
    raw.end()
    await new Promise((resolve) => setTimeout(resolve, 100))
    goOn.openUnsafe()
    meanwhile = Effect.void
    await eventually(server.history, (records) => records.some(({ operation }) => operation === "scan/url"))
    await eventually(server.balance, (balance) => balance.available === available && balance.held === 0)
    expect((await server.verify()).faults).toEqual([])
  })

  it("that meets a fault gets a tool error and costs nothing", async () => {
    const { available } = await server.balance()
    meanwhile = Effect.die(new Error("a fault of a source"))
    const { json, status } = await post(screenUrl)
    meanwhile = Effect.void
    expect([status, json.result.isError, json.result._meta["gatehouse/status"]]).toEqual([200, true, 500])
    expect(json.result.content[0].text).toMatch(/^An internal error occurred.* Retry later\./)
    expect(await server.balance()).toEqual({ available, held: 0 })
  })

  it("while the database is locked gets a tool error with the seconds to wait", async () => {
    const db = new DatabaseSync(server.filename)
    db.exec("BEGIN IMMEDIATE")
    const { json, status } = await post(checkEmail)
    db.exec("ROLLBACK")
    db.close()
    expect([status, json.result._meta]).toEqual([200, expect.objectContaining({ "gatehouse/status": 503 })])
    expect(json.result.content[0].text).toMatch(/Nothing was charged\. Wait \d+ seconds?, then retry\./)
  })
})

describe("messages other than calls", () => {
  it("have a limit of their own, which calls do not use up", async () => {
    const { key } = await server.createKey(1_000)
    const own = { "API-KEY": key }
    await Promise.all(Array.from({ length: 20 }, () => post(checkEmail, own)))
    const statuses: Array<number> = []
    for (let sent = 0; sent < protocolMessagesPerMinuteMax; sent += 50) {
      statuses.push(
        ...await Promise.all(Array.from({ length: 50 }, async () => (await post(message("ping"), own)).status))
      )
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    const refused = await post(message("ping"), own)
    expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([
      429,
      expect.toSatisfy((s: number) => s > 0)
    ])
    expect((await post(checkEmail, own)).status).toBe(200)
  })
})
