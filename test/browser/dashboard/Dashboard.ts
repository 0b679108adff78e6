import { execFile } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import type { APIResponse, Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, describe } from "vitest"
import { seed } from "../../../scripts/screens/StartGatehouse.ts"
import { settled } from "../../../scripts/screens/Views.ts"
import { seedOwner, seedPassword } from "../../../scripts/seed/SeedOwner.ts"
import { root } from "../../house/Tree.ts"
import { chromiumFile } from "../../support/Installed.ts"
import { startServer, type TestServer } from "../../support/Server.ts"
import { startChromium } from "../Chromium.ts"

const path = chromiumFile()
const startMillisMax = 180_000

export const owner = {
  name: "Olive Owner",
  email: "olive@example.com",
  password: "seven quiet herons wade upstream"
} as const

/** A browser in which somebody may be signed in, with its first page. */
export interface Window {
  readonly context: BrowserContext
  readonly page: Page
  /** Faults of its pages: what scripts threw, what was written as an error, what the content security policy held back. */
  readonly faults: Array<string>
  /** Asks the account API as pages do, with this browser's cookies. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<APIResponse>
  /** Goes to a page of the dashboard and waits until it shows what it has. */
  readonly go: (path: string) => Promise<void>
}

export interface Dashboard {
  readonly gatehouse: TestServer
  readonly browser: Browser
  /** That the first start printed. */
  readonly setUpLink: string
  /** A new browser in which nobody is signed in. */
  readonly visitor: (options?: BrowserContextOptions) => Promise<Window>
  /** A new browser with the cookies of another. */
  readonly sameAs: (window: Window, options?: BrowserContextOptions) => Promise<Window>
}

interface Options {
  /** Settings of the server. */
  readonly env?: Readonly<Record<string, string>>
  /** The database is not fresh: so many requests of a month are in it, and what goes with them. */
  readonly requests?: number
}

/** The real server on a fresh database and a real browser: one of each for the file. */
export const inDashboard = (
  name: string,
  tests: (dashboard: () => Dashboard) => void,
  { env = {}, requests = 0 }: Options = {}
): void => {
  describe.skipIf(path === null)(name, () => {
    let dashboard: Dashboard
    let end = async () => {}
    beforeAll(async () => {
      await build()
      const folder = mkdtempSync(join(tmpdir(), "gatehouse-dashboard-"))
      if (requests > 0) await seed(`sqlite:${join(folder, "gatehouse.db")}`, requests, 30)
      const [gatehouse, browser] = await Promise.all([
        startServer({ env, folder }),
        startChromium(path!, "plain", null)
      ])
      end = async () => {
        await browser.close()
        await gatehouse.remove()
      }
      dashboard = {
        gatehouse,
        browser,
        setUpLink: /Set up the dashboard: (\S+)/.exec(gatehouse.output())?.[1] ?? "",
        visitor: (options) => openWindow(browser, gatehouse.baseUrl, options),
        sameAs: async ({ context }, options) =>
          openWindow(browser, gatehouse.baseUrl, { ...options, storageState: await context.storageState() })
      }
    }, startMillisMax)
    afterAll(() => end())
    tests(() => dashboard)
  })
}

/** What `npm run build` makes of today's sources, in a process of its own: the packages would be built for tests in this one. */
const build = () =>
  promisify(execFile)(join(root, "node_modules/.bin/node"), [join(root, "scripts/build.ts")], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" }
  })

const openWindow = async (browser: Browser, baseURL: string, options: BrowserContextOptions = {}): Promise<Window> => {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options
  })
  const faults: Array<string> = []
  await context.exposeFunction("tellViolation", (text: string) => faults.push(text))
  await context.addInitScript(() =>
    addEventListener(
      "securitypolicyviolation",
      ({ blockedURI, effectiveDirective, sample }) =>
        (globalThis as any).tellViolation(`policy: ${effectiveDirective} ${blockedURI} ${sample}`)
    )
  )
  context.on("weberror", (error) => faults.push(`thrown: ${error.error().message}`))
  context.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on("console", (message) => {
    // A refusal is an answer that pages show; the browser writes one of these for each.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) faults.push(message.text())
  })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  return {
    context,
    page,
    faults,
    ask: (method, path, body) =>
      context.request.fetch(`/dashboard/api${path}`, {
        method,
        headers: { "x-gatehouse-dashboard": "1" },
        ...(body === undefined ? {} : { data: body })
      }),
    go: async (path) => {
      await page.goto(`/dashboard${path}`)
      await settled(page)
    }
  }
}

/** Takes a link of an invitation, as whoever was sent it does. */
export const takeLink = async (
  { page }: Window,
  link: string,
  { email, name, password }: { readonly email?: string; readonly name: string; readonly password: string }
): Promise<void> => {
  await page.goto(link)
  await page.getByLabel("Your name").fill(name)
  if (email !== undefined) await page.getByLabel("Email address").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.locator("button[type=submit]").click()
  await page.waitForURL((url) => !url.pathname.endsWith("/join"))
  await settled(page)
}

/** A browser in which an owner is signed in: of a fresh database its first, of a seeded one the one that it has. */
export const ownersWindow = async (dashboard: Dashboard, options?: BrowserContextOptions): Promise<Window> => {
  const window = await dashboard.visitor(options)
  if (dashboard.setUpLink !== "") await takeLink(window, dashboard.setUpLink, owner)
  else await window.ask("POST", "/sign-in", { email: seedOwner, password: seedPassword })
  return window
}
