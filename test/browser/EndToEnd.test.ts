import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ServerAccount } from "../support/InProcessServer.ts"
import { createSharedAccount } from "../support/SharedAccount.ts"
import { needs, sample } from "../support/TestRun.ts"
import { openPage } from "./Chromium.ts"
import { createSeededRandom, type Driver } from "./drivers/Driver.ts"
import { passwordManagerDrivers } from "./drivers/PasswordManagerDrivers.ts"
import { personDrivers } from "./drivers/PersonDrivers.ts"
import { scriptDrivers } from "./drivers/ScriptDrivers.ts"
import { contextOptions } from "./RunDriver.ts"
import { sharedChromium } from "./SharedChromium.ts"

/** Starts a server with a contact form that verifies submissions with Gatehouse. */
const startShop = async (gatehouse: ServerAccount) => {
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
  const answers = new Map<string, any>()
  const page = `<!doctype html><html lang="en"><title>Shop</title>
<script src="${gatehouse.baseUrl}/shield/widget.js" async></script>
<form><p><label>Name <input name="name" autocomplete="name"></label><p><label>Email <input name="email" type="email"></label>
<p><label>Message <textarea name="message"></textarea></label>
<div class="shield-widget" data-sitekey="${site.site_key}"></div><button>Send</button></form>
<script>
  document.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault()
    await fetch("/send" + location.search, { method: "POST", body: new URLSearchParams(new FormData(event.target)) })
    document.body.dataset.sent = "yes"
  })
</script></html>`
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, "http://127.0.0.1")
    if (url.pathname !== "/send") return void response.setHeader("content-type", "text/html").end(page)
    let body = ""
    for await (const chunk of request) body += chunk
    const token = new URLSearchParams(body).get("shield-token")
    const verification = await gatehouse.post("/shield/siteverify", JSON.stringify({ secret: site.secret_key, token }))
    answers.set(url.search, verification.json)
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, answers, site }
}

/** Runs in the page: raises the widget's deadline of three seconds to a minute, for slow machines. */
const waitLonger = () => {
  const start = globalThis.setTimeout
  const waits = (run: () => void, millis?: number) => start(run, millis === 3_000 ? 60_000 : millis)
  Object.assign(globalThis, { setTimeout: waits })
}

describe.concurrent(
  "a form with the widget, and a server that verifies it",
  { tags: [needs.chromium] },
  () => {
    let browser: Browser
    let shop: Awaited<ReturnType<typeof startShop>>
    let visits = 0

    beforeAll(async () => {
      shop = await startShop(await createSharedAccount())
      browser = await sharedChromium()
    })
    afterAll(() => {
      const server: Server | undefined = shop?.server
      server?.closeAllConnections()
      server?.close()
    })

    /** Returns what the form's server received for a visit. */
    const visit = async (driver: Driver) => {
      const context = await browser.newContext(await contextOptions(browser, driver))
      try {
        await context.addInitScript(waitLonger)
        const search = `?${++visits}`
        const page = await openPage(context, driver.start)
        await page.goto(shop.url + search)
        await driver.fill(page, createSeededRandom(driver.name))
        return shop.answers.get(search)
      } finally {
        await context.close()
      }
    }

    it.each(sample("people, through a real server", personDrivers.slice(0, 3), 1))(
      "accepts as human: $name",
      async (driver) => {
        expect(await visit(driver)).toMatchObject({ success: true, score: expect.toSatisfy((score) => score >= 70) })
      }
    )

    it.each(sample("filled in by script, through a real server", passwordManagerDrivers, 1))(
      "$name: $is",
      async (driver) => {
        const isRight = (score: number) => driver.expected === "person" ? score >= 70 : score < 40
        expect(await visit(driver)).toMatchObject({ success: true, score: expect.toSatisfy(isRight) })
      }
    )

    /** Prefixes of driver names, for one driver of each kind. `Score.test.ts` runs all drivers. */
    const kinds = [
      "Playwright: fill",
      "Playwright, hidden: fill",
      "Playwright, hidden: type with delay",
      "script, hidden: values and requestSubmit"
    ]
    const senders = scriptDrivers.filter(({ name }) => kinds.some((kind) => name.startsWith(kind)))
    it.each(sample("programs, through a real server", senders, 2))("rejects as automated: $name", async (driver) => {
      expect(await visit(driver)).toMatchObject({ success: true, score: expect.toSatisfy((score) => score < 40) })
    })
  }
)
