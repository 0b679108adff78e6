import { execFile } from "node:child_process"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePdf } from "../adapters/documents/pdf/MakePdf.ts"
import { createScratchDatabase } from "../crash/Engines.ts"
import { KeepAliveClient, type RawResponse } from "../crash/KeepAliveClient.ts"
import {
  killServer,
  node,
  root,
  runCliJson,
  type RunningServer,
  type Runtime,
  type ScratchDatabase,
  startServerProcess,
  stopServer
} from "../crash/ServerProcess.ts"
import { needs } from "../support/TestRun.ts"

const bin = (name: string) => join(root, "node_modules/.bin", name)

/** Node runs here only in the long run, because all tests of `http`, `crash` and `cli` run on Node. */
const runtimes: ReadonlyArray<Runtime & { readonly tags: ReadonlyArray<string> }> = [
  { ...node, tags: [needs.full] },
  { name: "Bun", command: [bin("bun")], entry: "apps/server/bun.ts", tags: [needs.bun] },
  { name: "Deno", command: [bin("deno"), "run", "-A"], entry: "apps/server/deno.ts", tags: [needs.deno] }
]

const credits = 1_000

const json = (reply: RawResponse | null): any => JSON.parse(reply!.body)

/** Sends the same requests on every runtime. Returns their cost in credits. */
const sendEveryRequest = async (server: RunningServer, apiKey: string): Promise<number> => {
  const client = new KeepAliveClient(server.port)
  const headers = { "API-KEY": apiKey }

  const email = await client.post("/scan/email", headers, { email: "ann@gmial.com", ip: "203.0.113.7" })
  expect(email?.status).toBe(200)
  expect(json(email)).toMatchObject({ ok: true, domain: "gmial.com", did_you_mean: "ann@gmail.com", ip_blocked: false })
  expect(email!.headers.get("x-credits-charged")).toBe("1")
  expect(email!.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)

  const url = await client.post("/scan/url", headers, { url: "https://example.com/" })
  expect([url?.status, json(url)]).toEqual([200, { ok: true }])

  const emails = [...Array.from({ length: 499 }, (_, at) => `ann.${at}@mailinator.com`), "no address"]
  const bulk = await client.post("/scan/email/bulk", headers, { emails })
  expect(bulk?.status).toBe(200)
  expect(json(bulk).results).toHaveLength(499)
  expect(json(bulk).results[0]).toMatchObject({ index: 0, disposable: true })
  expect(json(bulk).errors).toMatchObject([{ index: 499, email: "no address" }])

  const submitted = await client.post("/submit-phishing-link", headers, { url: "https://paypa1-login.example/" })
  expect(submitted?.status).toBe(201)
  expect(json(submitted).id).toBeGreaterThan(0)

  const message = "Guten Tag, was kostet ein Abonnement für zehn Personen im Jahr?"
  const lead = await client.post("/lead/analyze", headers, { email: "ann@mailinator.com", message })
  expect([lead?.status, lead?.headers.get("x-credits-charged")]).toEqual([200, "0"])
  expect(json(lead)).toMatchObject({
    request_id: lead!.headers.get("x-request-id"),
    categories: expect.arrayContaining(["disposable_email"]),
    language: "de"
  })

  const keyed = { ...headers, "Idempotency-Key": "smoke-1" }
  const first = await client.post("/scan/email", keyed, { email: "bob@example.org" })
  const again = await client.post("/scan/email", keyed, { email: "bob@example.org" })
  expect(again?.headers.get("idempotency-replayed")).toBe("true")
  expect(again?.body).toBe(first?.body)

  expect((await client.post("/scan/email", {}, { email: "ann@example.org" }))?.status).toBe(401)
  expect((await client.post("/scan/email", { "API-KEY": `${apiKey}x` }, { email: "ann@example.org" }))?.status).toBe(
    401
  )
  expect((await client.post("/scan/email", headers, { email: 7 }))?.status).toBe(422)
  const health = await client.send(Buffer.from("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n"))
  expect([health?.status, json(health).status]).toEqual([200, "ready"])
  client.close()
  return 1 + 5 + 499 + 1
}

const launching = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")

/** Uploads a document, which a separate thread reads. Returns the cost in credits. */
const scanOne = async (server: RunningServer, apiKey: string): Promise<number> => {
  const part = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"b\u00fccher.pdf\"\r\n\r\n"
  const body = Buffer.concat([Buffer.from(part), launching, Buffer.from("\r\n--x--\r\n")])
  const head =
    `POST /scan HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nAPI-KEY: ${apiKey}\r\n` +
    `Content-Length: ${body.length}\r\n\r\n`
  const client = new KeepAliveClient(server.port)
  const reply = await client.send(Buffer.concat([Buffer.from(head), body]))
  client.close()
  expect([reply?.status, reply?.headers.get("x-credits-charged")]).toEqual([200, "20"])
  expect(json(reply)).toMatchObject({
    ok: true,
    score: 30,
    rating: "block",
    reasons: [{ code: "LAUNCH_ACTION", message: "cmd.exe is started automatically (object 1)" }],
    filename: "b\u00fccher.pdf"
  })
  return 20
}

/**
 * Checks `Expect: 100-continue`: a body that is too large is refused before it is sent.
 *
 * A smaller body continues. Returns the cost in credits.
 */
const sendWithExpect = async (server: RunningServer, apiKey: string): Promise<number> => {
  const body = JSON.stringify({ email: "ann@example.org" })
  const head = (length: number) =>
    Buffer.from(
      `POST /scan/email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAPI-KEY: ${apiKey}\r\n` +
        `Expect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`
    )
  const client = new KeepAliveClient(server.port)
  expect((await client.send(head(body.length)))?.status).toBe(100)
  const answer = client.rest(Buffer.from(body))
  expect((await answer)?.status).toBe(200)
  client.close()
  const unwanted = new KeepAliveClient(server.port)
  expect((await unwanted.send(head(10_000_000)))?.status).toBe(413)
  unwanted.close()
  return 1
}

const exhaustRate = async (server: RunningServer, apiKey: string): Promise<number> => {
  const client = new KeepAliveClient(server.port)
  let charged = 0
  for (;;) {
    const reply = await client.post("/scan/email", { "API-KEY": apiKey }, { email: "ann@example.org" })
    if (reply?.status === 200) charged++
    else {
      expect(reply?.status).toBe(429)
      expect(Number(reply!.headers.get("retry-after"))).toBeGreaterThan(0)
      expect(reply!.headers.get("ratelimit-policy")).toBe("\"default\";q=60;w=60")
      client.close()
      return charged
    }
  }
}

/**
 * Number of addresses in a request whose client disconnects.
 *
 * The server refunds their credits, or charges them if it wrote the response before it noticed.
 */
const disconnectedAddresses = 100

/** Resets a client's connection during the response. */
const disconnect = async (server: RunningServer, apiKey: string): Promise<void> => {
  const client = new KeepAliveClient(server.port)
  void client.post("/scan/email/bulk", { "API-KEY": apiKey }, {
    emails: Array.from({ length: disconnectedAddresses }, (_, at) => `ann.${at}@example.org`)
  })
  await client.reset()
}

const checkOffline = ({ command }: Runtime): Promise<string> =>
  new Promise((resolve, reject) => {
    const [program, ...before] = command
    const args = [...before, join(root, "apps/cli/main.mjs"), "check", "email", "ann@iclou1d.com", "--json"]
    execFile(program!, args, { cwd: root }, (error, stdout) =>
      // `check` exits with 3 for a disposable address.
      error?.code === 3 ? resolve(stdout) : reject(error ?? new Error("ended with 0")))
  })

for (const { tags, ...runtime } of runtimes) {
  describe(`on ${runtime.name}`, { tags: [...tags] }, () => {
    const settings = { runtime, env: { GATEHOUSE_STARTING_CREDITS: String(credits) } }
    let database: ScratchDatabase
    let apiKey: string
    let left: number
    let server: RunningServer
    beforeAll(async () => {
      database = await createScratchDatabase("sqlite")
      server = await startServerProcess(database.url, settings)
    })
    afterAll(async () => {
      await killServer(server)
      await database.remove()
    })

    it("the server starts, responds, charges and stops", async () => {
      apiKey = server.key!
      expect(apiKey).toMatch(/^gh_live_/)
      let charged = await sendEveryRequest(server, apiKey)
      charged += await sendWithExpect(server, apiKey)
      charged += await scanOne(server, apiKey)
      await disconnect(server, apiKey)
      charged += await exhaustRate(server, apiKey)
      expect(await stopServer(server)).toEqual({ code: 0, signal: null })
      expect(server.output()).not.toMatch(/ERROR|refunded/)
      const { balance, held } = await runCliJson(database.url, ["credits", "balance"])
      expect([credits - charged, credits - charged - disconnectedAddresses]).toContain(balance)
      expect(held).toBe(0)
      left = balance
      expect(await runCliJson(database.url, ["credits", "verify"])).toMatchObject({ ok: true, sum: 0 })
    })

    it("the command line works on the server's database", async () => {
      expect(await runCliJson(database.url, ["credits", "balance"], runtime)).toMatchObject({ balance: left, held: 0 })
    })

    it("the server starts again on its database", { tags: [needs.full] }, async () => {
      server = await startServerProcess(database.url, settings)
      expect(server.key).toBeNull()
      expect(await runCliJson(database.url, ["credits", "verify"], runtime)).toMatchObject({ ok: true, sum: 0 })
      expect(server.output()).not.toMatch(/ERROR|refunded/)
      const client = new KeepAliveClient(server.port)
      expect((await client.post("/scan/email", { "API-KEY": apiKey }, { email: "ann@example.org" }))?.status).toBe(200)
      client.close()
    })

    it("the command line checks an address without a server", { tags: [needs.full] }, async () => {
      expect(JSON.parse(await checkOffline(runtime))).toMatchObject([{
        ok: true,
        disposable: true,
        did_you_mean: "ann@icloud.com"
      }])
    })
  })
}
