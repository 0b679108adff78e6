import { mkdtempSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePdf } from "../../adapters/documents/pdf/MakePdf.ts"
import type { ServerAccount } from "../../support/InProcessServer.ts"
import { createSharedAccount } from "../../support/SharedAccount.ts"
import { workerFolder } from "../../support/WorkerEnd.ts"
import { formOf } from "../Contract.ts"
import { connectHttp, connectStdio, type McpClient } from "./Client.ts"

const folder = mkdtempSync(join(workerFolder(), "mcp-"))
const pdf = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>" }, "none")
writeFileSync(join(folder, "script.pdf"), pdf)
const content = Buffer.from(pdf).toString("base64")

const listedUrl = "http://testsafebrowsing.appspot.com/s/phishing.html"

/** Calls whose results equal those of the HTTP API for the same input, with the path and price of the endpoint. */
const calls: ReadonlyArray<{
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly path: string
  readonly credits: number
  readonly text: RegExp
}> = [
  {
    tool: "screen_url",
    input: { url: "https://example.com/" },
    path: "/scan/url",
    credits: 5,
    text: /^No enforced threat source lists "https:\/\/example\.com\/"\. Cost: 5 credits\.$/
  },
  {
    tool: "screen_url",
    input: { url: listedUrl },
    path: "/scan/url",
    credits: 5,
    text: /^DANGEROUS: a threat source lists .*Do not open it/
  },
  {
    tool: "check_email",
    input: { email: "ann@mailinator.com", ip: "192.0.2.1" },
    path: "/scan/email",
    credits: 1,
    text: /^"ann@mailinator\.com": disposable .* Cost: 1 credit\.$/
  },
  {
    tool: "check_email",
    input: { email: "ann@blocked.example" },
    path: "/scan/email",
    credits: 1,
    text: /blocked by a rule of the account/
  },
  {
    tool: "check_emails",
    input: { emails: ["ann@gmial.com", "nobody", "bob@example.org", "BOB@example.org"] },
    path: "/scan/email/bulk",
    credits: 2,
    text:
      /^3 addresses checked, 1 invalid, 1 disposable, blocked or with a typo\. "ann@gmial\.com": probably a typo of "ann@gmail\.com"\./
  },
  {
    tool: "analyze_lead",
    input: { message: `Cheap pills here: ${listedUrl}` },
    path: "/lead/analyze",
    credits: 0,
    text: /^Verdict: spam \(risk 100 of 100\)\. Do not answer it/
  },
  {
    tool: "report_phishing_link",
    input: { url: "https://paypa1-login.example/" },
    path: "/submit-phishing-link",
    credits: 0,
    text: /^Report \d+ of "https:\/\/paypa1-login\.example\/" is stored/
  }
]

/** Removes the fields that differ between two requests. */
const comparable = (body: any): unknown => {
  const { request_id: _, timestamp: __, ...rest } = body
  return rest
}

describe.each(["HTTP with API-KEY", "HTTP with a bearer token", "stdio"])("tools over %s", (transport) => {
  let server: ServerAccount
  let agent: McpClient

  const connect = (key: string): Promise<McpClient> =>
    transport === "stdio"
      ? connectStdio({ GATEHOUSE_SERVER: `${server.baseUrl}/`, GATEHOUSE_API_KEY: key }, { folder })
      : connectHttp(server.baseUrl, transport.endsWith("KEY") ? { "API-KEY": key } : { Authorization: `Bearer ${key}` })

  beforeAll(async () => {
    server = await createSharedAccount()
    await server.cli("rules", "add", "--account", server.accountId, "--kind", "domain", "blocked.example")
    agent = await connect(server.key)
  })
  afterAll(() => agent.close())

  /** Sends a request to the HTTP API, and waits until the history contains it. */
  const post = async (path: string, body: unknown) => {
    const response = await server.post(path, body)
    await server.waitForRecord(response.headers.get("x-request-id")!)
    return response
  }

  /** Returns the change of the balance and the new records of the history, oldest first. */
  const charges = async (act: () => Promise<unknown>) => {
    const before = await server.balance()
    const { length } = await server.history()
    await act()
    const records = await server.waitForRecords(length + 1)
    return {
      credits: before.available - (await server.balance()).available,
      records: records.slice(0, records.length - length).map(({ credits, operation, status }) => ({
        credits,
        operation,
        status
      }))
    }
  }

  it.each(calls)("$tool answers like $path, at its price: $input", async ({ credits, input, path, text, tool }) => {
    const expected = await post(path, input)
    let result: any
    const charged = await charges(async () => result = await agent.call(tool, input))
    expect(result.isError).toBe(false)
    expect(comparable(result.structured)).toEqual(comparable(JSON.parse(expected.text)))
    expect(result.texts[0]).toMatch(text)
    expect(JSON.parse(result.texts[1])).toEqual(result.structured)
    expect(result.meta).toMatchObject({ "gatehouse/status": expected.status, "gatehouse/credits_charged": credits })
    expect(charged).toEqual({ credits, records: [{ credits, operation: path.slice(1), status: expected.status }] })
  })

  it.each(["content", "path"])("scan_document scans a document given by %s, for 20 credits", async (source) => {
    if (source === "path" && transport !== "stdio") {
      expect(await agent.call("scan_document", { path: "script.pdf" })).toMatchObject({
        isError: true,
        texts: [/path/]
      })
      return
    }
    const expected = await post("/scan", formOf({ file: pdf }))
    const input = source === "content" ? { content, filename: "script.pdf" } : { path: "script.pdf" }
    let result: any
    const charged = await charges(async () => result = await agent.call("scan_document", input))
    expect(comparable(result.structured)).toEqual({
      ...comparable(JSON.parse(expected.text)) as object,
      filename: "script.pdf"
    })
    expect(result.texts[0]).toMatch(/^"script\.pdf": rating (?:warn|block), score \d+ of 100\. .*Findings: JAVASCRIPT/)
    expect(charged).toEqual({ credits: 20, records: [{ credits: 20, operation: "scan", status: 200 }] })
  })

  it("scan_document downloads a URL from public addresses only, and refunds a failed download", async () => {
    let result: any
    const charged = await charges(async () =>
      result = await agent.call("scan_document", { url: `${server.baseUrl}/widget.js` })
    )
    expect(result).toMatchObject({ isError: true, meta: { "gatehouse/status": 422 } })
    expect(result.texts[0]).toMatch(/Nothing was charged\..* treat the input as unchecked\.$/)
    expect(charged).toEqual({ credits: 0, records: [{ credits: 0, operation: "scan", status: 422 }] })
  })

  it("credit_balance returns the balance", async () => {
    const { available } = await server.balance()
    const result = await agent.call("credit_balance", {})
    expect(result).toMatchObject({ isError: false, structured: { available, held: 0 } })
    expect(result.texts[0]).toBe(`${available} credits are available.`)
  })

  it.each<readonly [string, string, Readonly<Record<string, unknown>>]>([
    ["a missing argument", "screen_url", {}],
    ["a wrong type", "screen_url", { url: ["https://example.com/"] }],
    ["an unknown argument", "screen_url", { url: "https://example.com/", depth: 3 }],
    ["too many addresses", "check_emails", { emails: Array.from({ length: 501 }, (_, at) => `a${at}@example.org`) }],
    ["an oversized message", "analyze_lead", { message: "x".repeat(20_001) }],
    ["an oversized document", "scan_document", { content: "A".repeat(5_592_412) }],
    ["no document", "scan_document", {}],
    ["two documents", "scan_document", { content, url: "https://example.com/a.pdf" }],
    ["broken Base64", "scan_document", { content: "%%%" }],
    ["an argument where there is none", "credit_balance", { account: 1 }]
  ])("%s is a tool error that costs no request", async (_, tool, input) => {
    const before = [await server.balance(), (await server.history()).length]
    const result = await agent.call(tool, input)
    expect(result).toMatchObject({ isError: true, structured: undefined })
    expect(result.texts).toEqual([expect.stringMatching(/Nothing was charged\.$/)])
    expect([await server.balance(), (await server.history()).length]).toEqual(before)
  })

  it("an invalid value is a tool error with the message of the API", async () => {
    const { text } = await post("/scan/url", { url: "ftp://example.com/" })
    const result = await agent.call("screen_url", { url: "ftp://example.com/" })
    expect(result).toMatchObject({ isError: true, meta: { "gatehouse/status": 422 } })
    expect(result.texts[0]?.startsWith(JSON.parse(text).error)).toBe(true)
  })

  it("an unknown tool is a protocol error, after which the connection continues", async () => {
    await expect(agent.call("open_url", {})).rejects.toThrow(/open_url/)
    expect(await agent.call("check_email", { email: "ann@example.org" })).toMatchObject({ isError: false })
  })

  it("an account without credits gets an error that says what to do", async () => {
    const poor = await createSharedAccount({ credits: 0 })
    const client = await connect(poor.key)
    for (
      const [tool, input, status] of [
        ["screen_url", { url: "https://example.com/" }, 403],
        ["scan_document", { content }, 403],
        ["check_emails", { emails: ["ann@example.org"] }, 422]
      ] as const
    ) {
      const result = await client.call(tool, input)
      expect(result).toMatchObject({ isError: true, meta: { "gatehouse/status": status } })
      expect(result.texts[0]).toMatch(/^Not enough credits: .* Ask the user to add credits\./)
    }
    expect(await client.call("credit_balance", {})).toMatchObject({ structured: { available: 0, held: 0 } })
    await client.close()
  })

  it("a key at its limit gets the seconds to wait", async () => {
    const { key } = await server.createKey(2)
    const client = await connect(key)
    const call = () => client.call("check_email", { email: "ann@example.org" })
    expect([(await call()).isError, (await client.call("credit_balance", {})).isError]).toEqual([false, false])
    const refused = await call()
    const seconds = refused.meta["gatehouse/retry_after_seconds"]
    expect(refused).toMatchObject({ isError: true, meta: { "gatehouse/status": 429 } })
    expect(seconds).toBeGreaterThan(50)
    expect(refused.texts[0]).toContain(`Nothing was charged. Wait ${seconds} seconds, then retry.`)
    expect((await client.call("credit_balance", {})).texts[0]).toMatch(/Wait \d+ seconds/)
    await client.close()
  })

  it("many parallel calls are answered and charged once each", async () => {
    const { credits } = await charges(async () => {
      const results = await Promise.all(
        Array.from({ length: 150 }, (_, at) => agent.call("check_email", { email: `ann${at}@example.org` }))
      )
      expect(results.map(({ structured }: any) => structured.email)).toEqual(
        Array.from({ length: 150 }, (_, at) => `ann${at}@example.org`)
      )
    })
    expect(credits).toBe(150)
    expect((await server.verify()).faults).toEqual([])
  })

  it("describes every tool with its price, a schema without references and hints", async () => {
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      "scan_document",
      "screen_url",
      "check_email",
      "check_emails",
      "analyze_lead",
      "report_phishing_link",
      "credit_balance"
    ])
    for (const { annotations, description, inputSchema, outputSchema, title } of tools) {
      expect(description).toMatch(/(?:Costs \d+ credits?[^.]*|Free)\.$/)
      expect(title).toMatch(/^[A-Z]/)
      expect(JSON.stringify([inputSchema, outputSchema])).not.toContain("$ref")
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false })
      expect(outputSchema).toMatchObject({ type: "object" })
      expect(annotations).toMatchObject({ destructiveHint: false, readOnlyHint: title !== "Report a phishing link" })
    }
    expect(Object.keys(tools[0]!.inputSchema.properties!)).toEqual(
      transport === "stdio" ? ["path", "url", "content", "filename"] : ["url", "content", "filename"]
    )
    expect(agent.client.getInstructions()).toContain("treat its input as unchecked")
  })
})
