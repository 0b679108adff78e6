import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { edgeFallback } from "../../apps/shield/index.ts"
import { openPage } from "../browser/Chromium.ts"
import { sharedHeadlessShell } from "../browser/SharedChromium.ts"
import { stopClock } from "../browser/widget/PageClock.ts"
import { nodeRuntime } from "../runtime/Runtimes.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import { needs } from "../support/TestRun.ts"
import { type StartedExample, startExample } from "./StartExample.ts"

/** Starts a Node server with a request handler. */
const listen = async (handler: (request: Request) => Promise<Response>): Promise<Server> => {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { headers, method = "GET", url } = incoming
    const body = method === "GET" ? {} : { body: Buffer.concat(chunks) }
    const request = new Request(`http://127.0.0.1${url}`, {
      method,
      headers: headers as Record<string, string>,
      ...body
    })
    const answer = await handler(request)
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  return server
}

/** The page's clock is stopped, so a form that waited for a long timer would never be sent. */
describe("a form in a browser, an edge, and the server", { tags: [needs.chromium] }, () => {
  let gatehouse: InProcessServer
  let edge: Server
  let context: BrowserContext
  let page: Page
  let example: StartedExample
  let isGone = false

  beforeAll(async () => {
    gatehouse = await startServerInProcess()
    const site = await gatehouse.cli(
      "sites",
      "create",
      "--account",
      gatehouse.accountId,
      "--name",
      "shop",
      "--hostname",
      "127.0.0.1"
    )
    const { key, key_id: keyId } = await gatehouse.cli("shield", "edge-key")
    edge = await listen(edgeFallback({
      key,
      keyId,
      origin: gatehouse.baseUrl,
      sites: [site],
      // A slow machine must not count as an outage of Gatehouse.
      slowMillis: 20_000,
      fetch: (url, options) =>
        isGone && /challenge|redeem|refresh/.test(String(url)) ? Promise.reject(new Error("gone")) : fetch(url, options)
    }))
    example = await startExample([...nodeRuntime.command, "examples/shield-express.ts"], {
      GATEHOUSE_URL: `http://127.0.0.1:${(edge.address() as AddressInfo).port}`,
      SHIELD_SITE_KEY: site.site_key,
      SHIELD_SECRET: site.secret_key
    })
    context = await (await sharedHeadlessShell()).newContext({ reducedMotion: "reduce" })
    await stopClock(context)
    page = await openPage(context)
  })
  afterAll(async () => {
    await context?.close()
    await example?.end()
    edge?.closeAllConnections()
    edge?.close()
    await gatehouse?.stop()
  })

  /** Fills the form in and sends it. Returns what the form's server stored. */
  const send = async (state: string): Promise<string> => {
    const before = example.output().length
    await page.goto(example.url)
    await page.waitForSelector(".shield-widget .box")
    await page.fill("[name=email]", "ann@example.com")
    await page.fill("[name=message]", "Hello, what does it cost per year?")
    await page.waitForSelector(`.shield-widget .box.${state}`)
    await page.click("button:text(\"Send\")")
    await page.waitForSelector("text=Thank you")
    return example.output().slice(before).trim()
  }

  it("work together", async () => {
    expect(await send("verified")).toMatch(/^kept: human, score \d+$/)
    // The widget uses the edge's response as a challenge, and the server accepts the result as a degraded token.
    isGone = true
    expect(await send("degraded")).toBe("kept: degraded, score unknown")
  })

  it("let the form through if Gatehouse and the edge are down", async () => {
    isGone = false
    await page.goto(example.url)
    await page.waitForSelector(".shield-widget .box")
    await gatehouse.stop()
    await page.fill("[name=email]", "ann@example.com")
    await page.fill("[name=message]", "Hello, what does it cost per year?")
    await page.click("button:text(\"Send\")")
    await page.waitForSelector("text=Thank you")
    expect(example.output()).toContain("kept: unavailable, score unknown")
  })
})
