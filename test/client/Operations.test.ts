import { createReadStream, mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Client, createClient, type ScanDocumentRequest } from "../../apps/client/index.ts"
import { costTable } from "../../core/credits/CostTable.ts"
import { requestsPerMinuteMax } from "../../core/keys/ApiKey.ts"
import { makePdf } from "../adapters/documents/pdf/MakePdf.ts"
import { type InProcessServer, type ServerAccount, startServerInProcess } from "../support/InProcessServer.ts"
import { createSharedAccount } from "../support/SharedAccount.ts"
import { failureOf } from "./FakeServer.ts"
import { type FaultProxy, type ResponseFault, startFaultProxy } from "./FaultProxy.ts"

const launching = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")
const folder = mkdtempSync(join(tmpdir(), "gatehouse-client-"))
const path = join(folder, "invoice.pdf")
writeFileSync(path, launching)

let server: ServerAccount
let client: Client
let proxy: FaultProxy
beforeAll(async () => {
  server = await createSharedAccount()
  client = createClient({ baseUrl: `${server.baseUrl}/`, apiKey: server.key })
  proxy = await startFaultProxy(server.baseUrl)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await proxy.stop()
})

const spentBy = async (use: () => Promise<unknown>): Promise<number> => {
  const before = (await server.balance()).available
  await use()
  return before - (await server.balance()).available
}

describe("scanDocument", () => {
  const ways: ReadonlyArray<readonly [string, () => ScanDocumentRequest | Promise<ScanDocumentRequest>, string]> = [
    ["bytes", () => ({ file: launching, filename: "invoice €.pdf" }), "invoice €.pdf"],
    ["an ArrayBuffer", () => ({ file: new Uint8Array(launching).buffer }), "document"],
    ["a File", () => ({ file: new File([Buffer.from(launching)], "a.pdf") }), "a.pdf"],
    ["a Blob of a file on disk", async () => ({ file: await openAsBlob(path), filename: "b.pdf" }), "b.pdf"],
    ["a Node stream", () => ({ file: createReadStream(path, { highWaterMark: 50 }), filename: "c.pdf" }), "c.pdf"],
    ["a ReadableStream", () => ({ file: new Blob([Buffer.from(launching)]).stream() }), "document"],
    ["a function", () => ({ file: () => createReadStream(path), filename: "invoice €.pdf" }), "invoice €.pdf"]
  ]

  it.each(ways)("sends %s", async (_, request, filename) => {
    const { metadata, result } = await client.withMetadata.scanDocument(await request())
    expect(result).toMatchObject({
      ok: true,
      rating: "block",
      score: 30,
      reasons: [{ code: "LAUNCH_ACTION" }],
      filename
    })
    expect(metadata).toMatchObject({ status: 200, creditsCharged: 20, isReplayed: false, attempts: 1 })
    expect((await server.waitForRecord(metadata.requestId!)).credits).toBe(costTable["scan"])
  })

  it("reports a URL that cannot be downloaded", async () => {
    const failure = await failureOf(client.scanDocument({ url: "http://127.0.0.1/a.pdf" }))
    expect(failure).toMatchObject({ code: "unprocessable", status: 422, creditsCharged: 0, fields: {} })
  })

  it("reports a file that is not a document, and one that is too large", async () => {
    const text = await failureOf(client.scanDocument({ file: new Blob(["hello"]) }))
    expect(text).toMatchObject({ code: "unprocessable", status: 422, name: "ResponseError", creditsCharged: 0 })
    const small = await startServerInProcess({ env: { GATEHOUSE_UPLOAD_BYTES_MAX: "100000" } })
    try {
      const own = createClient({ baseUrl: small.baseUrl, apiKey: small.key, retriesMax: 0 })
      const large = new Uint8Array(300_000).fill(32)
      for (const file of [large, () => new Blob([large]).stream()]) {
        expect(await failureOf(own.scanDocument({ file }))).toMatchObject({ code: "too_large", status: 413 })
      }
    } finally {
      await small.stop()
    }
  })
})

describe("the other operations", () => {
  it("scanUrl returns the verdict", async () => {
    expect(await client.scanUrl({ url: "https://example.com/" })).toEqual({ ok: true })
    expect(await client.scanUrl({ url: "http://malware.wicar.org/data" })).toEqual({ ok: false })
    expect(await failureOf(client.scanUrl({ url: "ftp://example.com/" }))).toMatchObject({
      code: "unprocessable",
      message: expect.stringContaining("ftp:")
    })
  })

  it("scanEmail returns the signals, and the messages of invalid fields", async () => {
    const { metadata, result } = await client.withMetadata.scanEmail({ email: "ann@gmial.com", ip: "203.0.113.7" })
    expect(result).toMatchObject({ ok: true, did_you_mean: "ann@gmail.com", ip_blocked: false })
    expect(metadata).toMatchObject({ creditsCharged: 1, requestId: expect.stringMatching(/^[\da-f-]{36}$/) })
    expect(metadata.rateLimit).toEqual({
      limit: requestsPerMinuteMax,
      windowSeconds: 60,
      remaining: expect.any(Number),
      resetSeconds: expect.any(Number)
    })
    expect(metadata.rateLimit!.remaining).toBeLessThan(requestsPerMinuteMax)
    const failure = await failureOf(client.scanEmail({ email: "ann@example.com", ip: "x" }))
    expect(failure).toMatchObject({
      code: "invalid_request",
      status: 422,
      fields: { ip: ["The ip field must be an IPv4 or IPv6 address."] },
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      creditsCharged: 0
    })
    expect(await failureOf(client.scanEmail({ email: "ann@@example.com" }))).toMatchObject({ code: "unprocessable" })
  })

  it("scanEmailBulk returns results and errors", async () => {
    const { metadata, result } = await client.withMetadata.scanEmailBulk({
      emails: ["ann@example.com", "nonsense", "bob@example.com"]
    })
    expect(result.results.map(({ email, index }) => [index, email])).toEqual([
      [0, "ann@example.com"],
      [2, "bob@example.com"]
    ])
    expect(result.errors).toMatchObject([{ index: 1, email: "nonsense" }])
    expect(metadata.creditsCharged).toBe(2)
    expect(await failureOf(client.scanEmailBulk({ emails: [] }))).toMatchObject({ code: "unprocessable" })
  })

  it("analyzeLead returns the verdict", async () => {
    const { metadata, result } = await client.withMetadata.analyzeLead({
      email: "ann@example.com",
      message: "Hello, what does a subscription for ten people cost per year?"
    })
    expect(result).toMatchObject({ verdict: "clean", language: "en", request_id: metadata.requestId })
    expect(metadata).toMatchObject({ creditsCharged: 0, idempotencyKey: null })
    expect(await failureOf(client.analyzeLead({ name: "Ann" }))).toMatchObject({ code: "invalid_request" })
  })

  it("submitPhishingLink returns the submission, also when repeated", async () => {
    const { metadata, result } = await client.withMetadata.submitPhishingLink({ url: "https://paypa1.example/" })
    expect(result).toEqual({ id: expect.any(Number), url: "https://paypa1.example/" })
    expect(metadata.status).toBe(201)
    expect(await client.submitPhishingLink({ url: "https://paypa1.example/" })).toEqual(result)
  })

  it("verifyShieldToken returns the verification, without an API key", async () => {
    const keyless = createClient({ baseUrl: server.baseUrl })
    expect(await keyless.verifyShieldToken({ secret: "gh_secret_test", token: "" })).toEqual({
      success: true,
      degraded: true
    })
    expect(await keyless.verifyShieldToken({ secret: "gh_secret_x", token: "", email: null })).toEqual({
      success: false,
      error: "invalid secret"
    })
  })
})

describe("errors of an account", () => {
  it("are distinguished by their code", async () => {
    const stranger = createClient({ baseUrl: server.baseUrl, apiKey: "gh_live_unknown" })
    expect(await failureOf(stranger.scanUrl({ url: "https://example.com/" }))).toMatchObject({
      code: "unauthorized",
      status: 401,
      creditsCharged: null,
      rateLimit: null
    })
    const poor = await createSharedAccount({ credits: 3 })
    const own = createClient({ baseUrl: server.baseUrl, apiKey: poor.key })
    expect(await failureOf(own.scanUrl({ url: "https://example.com/" }))).toMatchObject({
      code: "insufficient_credits",
      status: 403
    })
  })

  it("include the rate limit and the time to wait", async () => {
    const { key } = await server.createKey(1)
    const limited = createClient({ baseUrl: server.baseUrl, apiKey: key, retriesMax: 0 })
    await limited.analyzeLead({ message: "Hello" })
    const failure = await failureOf(limited.analyzeLead({ message: "Hello" }))
    if (failure.name !== "ResponseError") throw new Error(failure.name)
    expect(failure).toMatchObject({ code: "rate_limited", rateLimit: { limit: 1, remaining: 0, windowSeconds: 60 } })
    expect(failure.retryAfterSeconds).toBeGreaterThan(0)
    expect(failure.retryAfterSeconds).toBeLessThanOrEqual(60)
  })
})

describe("retries of processed requests", () => {
  const faults: ReadonlyArray<ResponseFault> = ["lose", "cut", "replace"]
  const calls: ReadonlyArray<readonly [string, number, (client: Client) => Promise<unknown>]> = [
    ["scanDocument", 20, (client) => client.scanDocument({ file: launching, filename: "a.pdf" })],
    ["scanDocument of a stream", 20, (client) => client.scanDocument({ file: () => createReadStream(path) })],
    ["scanUrl", 5, (client) => client.scanUrl({ url: "https://example.com/" })],
    ["scanEmail", 1, (client) => client.scanEmail({ email: "ann@example.com" })],
    ["scanEmailBulk", 2, (client) => client.scanEmailBulk({ emails: ["ann@example.com", "bob@example.com"] })]
  ]

  it.each(calls)("charge %s once", async (_, credits, call) => {
    let attempts = 0
    const own = createClient({
      baseUrl: proxy.baseUrl,
      apiKey: server.key,
      backoffMillis: 1,
      onRetry: () => attempts++
    })
    proxy.faults.push(...faults)
    expect(await spentBy(() => call(own))).toBe(credits)
    expect([attempts, proxy.faults.length]).toEqual([faults.length, 0])
  })

  it("report the response as repeated", async () => {
    const own = createClient({ baseUrl: proxy.baseUrl, apiKey: server.key, backoffMillis: 1 })
    proxy.faults.push("lose")
    const { metadata } = await own.withMetadata.scanUrl({ url: "https://example.com/" })
    expect(metadata).toMatchObject({ attempts: 2, isReplayed: true, creditsCharged: 0 })
  })

  it("charge a call that is repeated later with its key once", async () => {
    const own = createClient({ baseUrl: proxy.baseUrl, apiKey: server.key, retriesMax: 0 })
    const spent = await spentBy(async () => {
      proxy.faults.push("lose")
      const { idempotencyKey } = await failureOf(own.scanUrl({ url: "https://example.com/" }))
      const options = { idempotencyKey: idempotencyKey! }
      expect(await own.scanUrl({ url: "https://example.com/" }, options)).toEqual({ ok: true })
    })
    expect(spent).toBe(5)
  })
})

describe("a server that restarts", () => {
  it("is reached by the retries", async () => {
    const first: InProcessServer = await startServerInProcess()
    const { key, port } = first
    await first.stop()
    const again = startServerInProcess({ env: { PORT: String(port) } })
    const own = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: key, backoffMillis: 50, retriesMax: 100 })
    // The new server has another database. It does not know the key, but it responds.
    const failure = await failureOf(own.scanUrl({ url: "https://example.com/" }))
    await (await again).stop()
    expect(failure).toMatchObject({ code: "unauthorized" })
  })
})
