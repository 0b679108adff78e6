import { existsSync } from "node:fs"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe } from "vitest"
import { type FakeShield, formOf, pageOf, startFakeShield } from "./FakeShield.ts"

const executablePath = process.env["GATEHOUSE_TEST_CHROMIUM"] ?? "/usr/bin/chromium"
const isThere = existsSync(executablePath)

if (!isThere) {
  if (process.env["GATEHOUSE_TEST_REQUIRE"] === "all") {
    throw new Error("Chromium is needed for this run and was not found")
  }
  console.warn("\n!!! Chromium was not found: every test of the widget is SKIPPED. Set GATEHOUSE_TEST_CHROMIUM.\n")
}

export interface Opened {
  readonly page: Page
  readonly fake: FakeShield
  /** Errors of the page, and what was written to its console as one. */
  readonly errors: ReadonlyArray<string>
}

export type Open = (options?: {
  readonly body?: string
  readonly head?: string
  readonly lang?: string
  readonly query?: string
  readonly prepare?: (fake: FakeShield) => void
  readonly context?: NonNullable<Parameters<Browser["newContext"]>[0]>
}) => Promise<Opened>

/** Tests in a real browser: one for the file; each page has a context and servers of its own. */
export const inChromium = (name: string, tests: (open: Open) => void): void => {
  describe.skipIf(!isThere)(name, () => {
    let browser: Browser
    const fakes: Array<FakeShield> = []
    const contexts: Array<BrowserContext> = []
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] })
    })
    afterEach(async () => {
      for (const fake of fakes.splice(0)) fake.close()
      await Promise.all(contexts.splice(0).map((context) => context.close()))
    })
    afterAll(() => browser.close())
    tests(async ({ body = formOf(), context: wanted = {}, prepare = () => {}, ...rest } = {}) => {
      const fake = await startFakeShield()
      fakes.push(fake)
      fake.site.html = pageOf(body, rest)
      prepare(fake)
      const context = await browser.newContext(wanted)
      contexts.push(context)
      const page = await context.newPage()
      const errors: Array<string> = []
      page.on("pageerror", ({ message }) => errors.push(message))
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
      await page.goto(fake.url)
      return { page, fake, errors }
    })
  })
}

/** Once the widgets of a page are there. */
export const rendered = (page: Page) => page.waitForSelector(".shield-widget .box", { state: "attached" })

export const stateIs = (page: Page, state: string, at = 0) =>
  page.waitForFunction(
    ([state, at]) =>
      document.querySelectorAll(".shield-widget")[at as number]?.shadowRoot?.querySelector(`.box.${state}`) != null,
    [state, at] as const,
    { timeout: 10_000 }
  )

export const tokenIn = (page: Page, name = "shield-token"): Promise<string> =>
  page.locator(`input[name="${name}"]`).first().inputValue()
