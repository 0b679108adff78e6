import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect } from "vitest"
import { needs } from "../../support/TestRun.ts"
import { openPage } from "../Chromium.ts"
import { sharedHeadlessShell } from "../SharedChromium.ts"
import { type FakeShield, formHtml, pageHtml, startFakeShield, type SubmittedForm } from "./FakeShield.ts"
import { stopClock } from "./PageClock.ts"

/** Milliseconds after which a reset widget has forgotten all earlier events. */
const memoryMillisMax = 5_000

export interface OpenedPage {
  readonly page: Page
  readonly fake: FakeShield
  /** Exceptions and console errors of the page. */
  readonly errors: ReadonlyArray<string>
}

export type OpenPage = (options?: {
  readonly body?: string
  readonly head?: string
  readonly lang?: string
  readonly query?: string
  readonly folder?: string
  readonly prepare?: (fake: FakeShield) => void
  readonly context?: BrowserContextOptions
}) => Promise<OpenedPage>

/**
 * Opens the default page. Reuses the document of the previous test with a reset widget, if that document still exists.
 */
export type ReopenPage = () => Promise<OpenedPage>

/**
 * Declares tests in a real browser with a stopped clock (see `advance`). One page shows the documents of all tests.
 * Each document has its own servers, and therefore its own origin. Pages do not navigate when a form is sent.
 */
export const describeInChromium = (name: string, tests: (open: OpenPage, openAgain: ReopenPage) => void): void => {
  describe(name, { tags: [needs.chromium] }, () => {
    const fakes: Array<FakeShield> = []
    const contexts: Array<BrowserContext> = []
    let shared: Page
    let reusable: OpenedPage | undefined

    const openTab = async (options?: BrowserContextOptions): Promise<Page> => {
      // Reduces motion, because animation frames take most of the CPU time of a page that a test waits for.
      const context = await (await sharedHeadlessShell()).newContext({ reducedMotion: "reduce", ...options })
      contexts.push(context)
      await stopClock(context)
      return openPage(context)
    }

    beforeAll(async () => {
      shared = await openTab()
    })
    afterEach(async () => {
      for (const fake of fakes.splice(0)) if (fake !== reusable?.fake) fake.close()
      await Promise.all(contexts.splice(1).map((context) => context.close()))
    })
    afterAll(async () => {
      reusable?.fake.close()
      await Promise.all(contexts.map((context) => context.close()))
    })

    const open: OpenPage = async ({ body = formHtml(), context, prepare = () => {}, ...rest } = {}) => {
      reusable?.fake.close()
      reusable = undefined
      const fake = await startFakeShield()
      fakes.push(fake)
      fake.site.html = pageHtml(body, rest)
      prepare(fake)
      if (context !== undefined) {
        const page = await openTab(context)
        const errors = watchErrors(page)
        await page.goto(fake.url)
        return { page, fake, errors }
      }
      let errors = watchErrors(shared)
      try {
        await shared.goto(fake.url)
      } catch (cause) {
        if (!String(cause).includes("interrupted by another navigation")) throw cause
        // The previous document was still submitting a form. On a busy machine such a page interrupts each further
        // navigation, so it is replaced.
        await shared.close()
        shared = await openPage(contexts[0]!)
        errors = watchErrors(shared)
        await shared.goto(fake.url)
      }
      const page = shared
      return { page, fake, errors }
    }

    tests(open, async () => {
      if (reusable !== undefined && reusable.page.url() === reusable.fake.url) await resetWidget(reusable)
      else reusable = await open()
      return reusable
    })
  })
}

const resetWidget = async ({ fake, page }: OpenedPage) => {
  await page.evaluate(async (millis) => {
    window.shield!.reset()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    document.querySelector("form")!.reset()
    await advance(millis)
  }, memoryMillisMax)
  fake.renew()
}

/** Collects exceptions and console errors of a page. Replaces earlier listeners. */
const watchErrors = (page: Page): Array<string> => {
  const errors: Array<string> = []
  page.removeAllListeners()
  page.on("pageerror", ({ message }) => errors.push(message))
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
  return errors
}

/** Waits until the widgets of a page have rendered. */
export const waitForWidgets = (page: Page) => page.waitForSelector(".shield-widget .box", { state: "attached" })

/** Waits until the widget with this index has the state. */
export const waitForState = (page: Page, state: string, at = 0): Promise<void> =>
  page.evaluate(({ at, state }) =>
    new Promise<void>((resolve) => {
      const look = () => {
        const { shadowRoot } = document.querySelectorAll(".shield-widget")[at] ?? {}
        if (shadowRoot?.querySelector(`.box.${state}`)) resolve()
      }
      document.addEventListener("shield:state", look)
      look()
    }), { at, state })

/** Waits until a number of forms were sent, and returns the last form. */
export const waitForSubmission = async ({ submissions }: FakeShield, times = 1): Promise<SubmittedForm> => {
  await expect.poll(() => submissions.length, { interval: 5 }).toBeGreaterThanOrEqual(times)
  expect(submissions).toHaveLength(times)
  return submissions.at(-1)!
}

/** Waits until the Shield server has received a request for this path. */
export const waitForRequest = (fake: FakeShield, path: string) =>
  expect.poll(() => fake.countRequests(path), { interval: 5 }).toBeGreaterThan(0)

export const readToken = (page: Page, name = "shield-token"): Promise<string> =>
  page.locator(`input[name="${name}"]`).first().inputValue()
