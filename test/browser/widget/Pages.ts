import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe } from "vitest"
import { needs } from "../../support/TestRun.ts"
import { newPage, sharedChromium } from "../SharedChromium.ts"
import { type FakeShield, formOf, pageOf, startFakeShield } from "./FakeShield.ts"

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
  readonly folder?: string
  readonly prepare?: (fake: FakeShield) => void
  readonly context?: NonNullable<Parameters<Browser["newContext"]>[0]>
}) => Promise<Opened>

/** Tests in a real browser: one for the file; each page has servers of its own, and thereby an origin. */
export const inChromium = (name: string, tests: (open: Open) => void): void => {
  describe(name, { tags: [needs.chromium] }, () => {
    let browser: Browser
    let shared: BrowserContext
    const fakes: Array<FakeShield> = []
    const opened: Array<Page | BrowserContext> = []
    beforeAll(async () => {
      browser = await sharedChromium()
      shared = await browser.newContext()
    })
    afterEach(async () => {
      for (const fake of fakes.splice(0)) fake.close()
      await Promise.all(opened.splice(0).map((one) => one.close()))
    })
    afterAll(() => shared?.close())
    tests(async ({ body = formOf(), context: wanted, prepare = () => {}, ...rest } = {}) => {
      const fake = await startFakeShield()
      fakes.push(fake)
      fake.site.html = pageOf(body, rest)
      prepare(fake)
      const context = wanted === undefined ? shared : await browser.newContext(wanted)
      const page = await newPage(context)
      opened.push(wanted === undefined ? page : context)
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
