import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { widgetFiles } from "../../apps/library/http.ts"
import { allEndpoints, type Endpoint, keyedEndpoints, scan, scanEmail, scanUrl, siteverify } from "../http/Contract.ts"
import { makeSite, solve } from "../http/ShieldVisitor.ts"
import { type InProcessServer, type ServerAccount, startServerInProcess } from "../support/InProcessServer.ts"
import { type MountedServer, mounts, ownPage } from "./Mounts.ts"

let server: InProcessServer
beforeAll(async () => {
  server = await startServerInProcess()
})
afterAll(() => server.stop())

interface Sent {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const json = { "Content-Type": "application/json" }

const toInit = ({ body, headers, method = "POST" }: Sent): RequestInit => {
  const isRaw = typeof body === "string" || body instanceof FormData || body === undefined
  return {
    method,
    headers: body instanceof FormData ? { ...headers } : { ...json, ...headers },
    ...body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }
  }
}

/** Headers that depend on the connection, or on the time. */
const unsteady = new Set(["connection", "keep-alive", "date", "transfer-encoding", "x-request-id", "ratelimit"])

/** Replaces the values that differ from one request to the next. */
const steady = (text: string): string =>
  text.replace(/"(id|request_id|timestamp|challenge|seed)":("[^"]*"|\d+)/g, "\"$1\":0")

/** Returns the parts of a response that do not depend on the request's ID or time. */
const read = async (response: Response) => ({
  status: response.status,
  headers: Object.fromEntries([...response.headers].filter(([name]) => !unsteady.has(name))),
  names: ["x-request-id", "ratelimit"].filter((name) => response.headers.has(name)),
  body: steady(await response.text())
})

const withKey = (key: string) => ({ "API-KEY": key })

/** Requests to an endpoint that every server must answer in the same manner. */
const requestsTo = (endpoint: Endpoint, key: string): ReadonlyArray<Sent> => {
  const { path } = endpoint
  const headers = withKey(key)
  return [
    { path, headers, body: endpoint.body },
    { path, body: endpoint.body },
    { path, headers: withKey("gh_live_wrong"), body: endpoint.body },
    { path, headers, body: "{" },
    { path, headers, body: "[]" },
    { path, headers, body: "\"\u00ff\"" },
    { path, headers, body: {} },
    { path, headers },
    { path, headers: { ...headers, "Content-Type": "text/html" }, body: "<p>" },
    { path, headers: { ...headers, "Idempotency-Key": "x".repeat(300) }, body: endpoint.body },
    { path, headers, method: "GET" },
    { path, headers, method: "PUT", body: "{}" },
    { path, headers, method: "OPTIONS" }
  ]
}

describe.each(mounts)("the API in %s", (_, start) => {
  let mounted: MountedServer
  let account: ServerAccount
  let poor: ServerAccount
  beforeAll(async () => {
    mounted = await start(server, { widget: widgetFiles() })
    account = await server.createAccount({ credits: 100_000 })
    poor = await server.createAccount({ credits: 0 })
  })
  afterAll(() => mounted.close())

  const ask = (sent: Sent) => mounted.fetch(sent.path, toInit(sent)).then(read)
  const askServer = (sent: Sent) => fetch(`${server.baseUrl}${sent.path}`, toInit(sent)).then(read)
  const expectSame = async (sent: Sent) => {
    // The body of a form is new each time, because it can be sent only once.
    const expected = await askServer(sent)
    expect(await ask(sent), `${sent.method ?? "POST"} ${sent.path} ${JSON.stringify(sent.headers)}`).toEqual(expected)
    return expected
  }

  it("leaves other paths to the program", async () => {
    expect(await (await mounted.fetch("/own")).text()).toBe(ownPage)
  })

  it.each(allEndpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
    "%s answers like the server",
    async (_, endpoint) => {
      const statuses = new Set<number>()
      for (const sent of requestsTo(endpoint, account.key)) statuses.add((await expectSame(sent)).status)
      expect(statuses).toContain(endpoint.status)
      expect(statuses).toContain(422)
      expect(statuses).toContain(405)
    }
  )

  it("refuses bodies that are too large", async () => {
    for (const endpoint of [scanEmail, siteverify]) {
      const body = "x".repeat(endpoint.bytesMax + 1)
      expect((await expectSame({ path: endpoint.path, headers: withKey(account.key), body })).status).toBe(413)
    }
  })

  it("refuses what the account cannot pay for, and charges what it can, once", async () => {
    for (const { body, path } of keyedEndpoints) await expectSame({ path, headers: withKey(poor.key), body })
    const before = await account.balance()
    for (const { body, cost, path } of [scan, scanUrl, scanEmail]) {
      const { headers } = await ask({ path, headers: withKey(account.key), body })
      expect(headers["x-credits-charged"]).toBe(String(cost))
    }
    await expect.poll(account.balance).toEqual({ available: before.available - 26, held: 0 })
    expect(await poor.balance()).toEqual({ available: 0, held: 0 })
    expect((await account.verify()).faults).toEqual([])
  })

  it("repeats the response of an idempotency key", async () => {
    const sent = {
      path: scanUrl.path,
      body: scanUrl.body,
      headers: { ...withKey(account.key), "Idempotency-Key": randomUUID() }
    }
    const [first, second] = [await ask(sent), await ask(sent)]
    expect(second.body).toBe(first.body)
    expect([second.headers["idempotency-replayed"], second.headers["x-credits-charged"]]).toEqual(["true", "0"])
    const other = await ask({ ...sent, body: { url: "https://other.example/" } })
    expect(other.status).toBe(422)
  })

  it("issues and redeems challenges for the widget", async () => {
    const site = await makeSite(server, ["shop.example"])
    const headers = { "Content-Type": "text/plain", Origin: "https://shop.example" }
    const call = (path: string, body: object) =>
      mounted.fetch(path, { method: "POST", headers, body: JSON.stringify(body) })
    expect((await mounted.fetch("/shield/challenge", { method: "OPTIONS", headers })).status).toBe(204)
    const issued = await call("/shield/challenge", { sitekey: site.siteKey, profile: "sha256" })
    expect(issued.headers.get("access-control-allow-origin")).toBe("*")
    const challenge: any = await issued.json()
    const redeemed: any = await (await call("/shield/redeem", {
      challenge: challenge.challenge,
      counters: solve(challenge),
      signals: null
    })).json()
    const verified = await ask({ path: siteverify.path, body: { secret: site.secret, token: redeemed.token } })
    expect(JSON.parse(verified.body)).toMatchObject({ success: true, score: expect.any(Number) })
  })

  it("serves the widget's files like the server", async () => {
    const plain = { "Accept-Encoding": "identity" }
    const path = "/shield/widget.js"
    const script = await expectSame({ path, method: "GET", headers: plain })
    expect(script.headers["content-type"]).toBe("text/javascript; charset=utf-8")
    const known = { ...plain, "If-None-Match": script.headers["etag"]! }
    expect((await expectSame({ path, method: "GET", headers: known })).status).toBe(304)
    expect((await ask({ path, method: "POST" })).status).toBe(405)
  })

  it("keeps the requests in the history", async () => {
    const response = await mounted.fetch(
      scanEmail.path,
      toInit({ ...scanEmail, headers: withKey(account.key) })
    )
    const record = await account.waitForRecord(response.headers.get("x-request-id")!)
    expect(record).toMatchObject({ operation: "scan/email", status: 200, credits: 1 })
  })
})

describe("a disconnect", () => {
  it("is refunded by a fetch handler whose response is not read to its end", async () => {
    const account = await server.createAccount({ credits: 100 })
    const [, start] = mounts.at(-1)!
    const mounted = await start(server, {})
    const response = await mounted.fetch(scanUrl.path, toInit({ ...scanUrl, headers: withKey(account.key) }))
    expect((await account.balance()).available).toBe(95)
    await response.body!.cancel()
    await expect.poll(account.balance).toEqual({ available: 100, held: 0 })
  })
})
