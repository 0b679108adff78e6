import axe from "axe-core"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readBuiltFiles } from "../../apps/server/BuiltFiles.ts"
import { layerServer } from "../../apps/server/Program.ts"
import { docsFirstLoadBytesMax } from "../../scripts/BuildDocs.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import { requestResource } from "../support/OnDemand.ts"
import { needs } from "../support/TestRun.ts"
import { sharedHeadlessShell } from "./SharedChromium.ts"

const desktop = { viewport: { width: 1_360, height: 900 } }
const phone = { viewport: { width: 360, height: 740 } }

/** Maximum number of requests that load the first page. */
const requestsMax = 10

describe("the documentation site", { tags: [needs.chromium] }, () => {
  let server: InProcessServer
  let browser: Browser
  beforeAll(async () => {
    await requestResource("dashboardBuild")
    server = await startServerInProcess({ server: (config) => layerServer(config, readBuiltFiles()) })
    browser = await sharedHeadlessShell()
  })
  afterAll(() => server.stop())

  /**
   * Runs part of a test on a page. Expects no console messages, exceptions, policy violations or requests to other
   * origins.
   */
  const visit = async <A>(
    path: string,
    options: BrowserContextOptions,
    use: (page: Page) => Promise<A>
  ): Promise<A> => {
    const context = await browser.newContext(options)
    try {
      const page = await context.newPage()
      const problems: Array<string> = []
      page.on("console", (message) => problems.push(message.text()))
      page.on("pageerror", (error) => problems.push(error.message))
      page.on("request", (request) => {
        const { origin, protocol } = new URL(request.url())
        if (origin !== server.baseUrl && protocol !== "data:") problems.push(`requested ${request.url()}`)
      })
      await page.goto(server.baseUrl + path, { waitUntil: "networkidle" })
      if (options.javaScriptEnabled !== false) await interactive(page)
      const result = await use(page)
      expect(problems).toEqual([])
      return result
    } finally {
      await context.close()
    }
  }

  /** Waits until the scripts of the page handle keys and clicks. The HTML is shown earlier. */
  const interactive = (page: Page) =>
    page.waitForFunction(() => (document as any).querySelector("#app")?.__vue_app__ !== undefined)

  const violations = async (page: Page) => {
    await page.evaluate(axe.source)
    return page.evaluate(async () => {
      const { violations } = await (window as any).axe.run()
      return violations.map((one: any) => `${one.id}: ${one.nodes[0].html.slice(0, 200)}`)
    })
  }

  const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains("dark"))

  it("loads its first page with few requests and bytes", async () => {
    const sizes: Array<number> = []
    const context = await browser.newContext(desktop)
    const page = await context.newPage()
    page.on("requestfinished", async (request) => {
      const { responseBodySize, responseHeadersSize } = await request.sizes()
      sizes.push(responseBodySize + responseHeadersSize)
    })
    await page.goto(`${server.baseUrl}/docs`, { waitUntil: "networkidle" })
    await expect.poll(() => sizes.length).toBeGreaterThan(3)
    await context.close()
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    expect(sizes.length).toBeLessThanOrEqual(requestsMax)
    expect(bytes).toBeGreaterThan(40_000)
    expect(bytes).toBeLessThanOrEqual(docsFirstLoadBytesMax)
  })

  it.each(["/docs", "/docs/reference/api/scan", "/docs/operating/storage"])(
    "has no axe findings in both themes and on a phone: %s",
    async (path) => {
      for (const colorScheme of ["light", "dark"] as const) {
        expect(await visit(path, { ...desktop, colorScheme }, violations)).toEqual([])
      }
      expect(await visit(path, phone, violations)).toEqual([])
    }
  )

  it("does not scroll sideways on a phone", async () => {
    const wide = await visit("/docs", phone, async (page) => {
      const paths = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLAnchorElement>(".VPSidebar a")].map(({ pathname }) => pathname)
      )
      expect(paths.length).toBeGreaterThan(30)
      const found: Array<string> = []
      for (const path of new Set(paths)) {
        await page.goto(server.baseUrl + path)
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (over > 0) found.push(`${path}: ${over} px`)
      }
      return found
    })
    expect(wide).toEqual([])
  })

  it("finds pages by search, with the keyboard alone", async () => {
    await visit("/docs", desktop, async (page) => {
      await page.keyboard.press("Control+k")
      await page.getByRole("searchbox").fill("lookalike")
      await page.locator(".VPLocalSearchBox .result").first().waitFor()
      expect(await page.locator(".VPLocalSearchBox .result").first().textContent()).toMatch(/lookalike/i)
      await page.keyboard.press("Enter")
      await page.waitForURL(/\/docs\/.+/)
      await expect.poll(() => page.locator("main h1").count()).toBe(1)
    })
  })

  it("changes between light and dark, and remembers the choice", async () => {
    await visit("/docs", { ...desktop, colorScheme: "light" }, async (page) => {
      expect(await isDark(page)).toBe(false)
      await page.getByRole("switch").first().click()
      expect(await isDark(page)).toBe(true)
      await page.reload({ waitUntil: "networkidle" })
      await interactive(page)
      expect(await isDark(page)).toBe(true)
    })
  })

  it("moves between pages by keyboard without loading them anew", async () => {
    await visit("/docs/getting-started", desktop, async (page) => {
      await page.evaluate(() => ((window as any).isSameDocument = true))
      await page.keyboard.press("Tab")
      expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/skip to content/i)
      await page.locator(".VPSidebar a", { hasText: "Threat model" }).focus()
      await page.keyboard.press("Enter")
      await expect.poll(() => page.locator("main h1").textContent()).toMatch(/Threat model/)
      expect(await page.evaluate(() => (window as any).isSameDocument)).toBe(true)
    })
  })

  it("has links that lead to its pages from each form of a URL", async () => {
    for (const path of ["/docs", "/docs/"]) {
      await visit(path, desktop, async (page) => {
        await page.locator("main a", { hasText: "Shield" }).first().click()
        await expect.poll(() => page.url()).toBe(`${server.baseUrl}/docs/guides/shield`)
        await expect.poll(() => page.locator("main h1").textContent()).toMatch(/Shield/)
      })
    }
  })

  it("shows examples with the address of this server", async () => {
    await visit("/docs/reference/api/scan-email", desktop, async (page) => {
      await expect.poll(() => page.locator("main pre").first().textContent()).toContain(
        `curl ${server.baseUrl}/scan/email`
      )
    })
  })

  it("says that a page does not exist, without scripts as well", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({ ...desktop, javaScriptEnabled })
      const page = await context.newPage()
      const response = await page.goto(`${server.baseUrl}/docs/nothing`, { waitUntil: "networkidle" })
      expect(response?.status()).toBe(404)
      expect(await page.locator("h1").textContent()).toMatch(/Page not found/i)
      await context.close()
    }
  })

  it("can be read without scripts", async () => {
    await visit("/docs/guides/urls", { ...desktop, javaScriptEnabled: false }, async (page) => {
      expect(await page.locator("main h1").isVisible()).toBe(true)
      expect(await page.locator(".VPSidebar a").count()).toBeGreaterThan(20)
    })
  })
})
