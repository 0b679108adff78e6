import type { APIResponse, Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { countRequests, waitUntilSettled } from "../../../scripts/screens/Views.ts"
import { shiftClock } from "../../support/ShiftClock.ts"

/** Browser context with its first page. A member may be signed in. */
export interface Window {
  readonly context: BrowserContext
  readonly page: Page
  /** Faults of the window's pages: exceptions, console errors, policy violations and dialogs. */
  readonly faults: Array<string>
  /** Calls the account API as pages do, with this browser's cookies. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<APIResponse>
  /** Loads a page of the dashboard and waits until the page has settled. */
  readonly load: (path: string) => Promise<void>
  /** Navigates as a link does, without reloading the dashboard. Takes a fifth of the CPU time of `load`. */
  readonly go: (path: string) => Promise<void>
}

export interface WindowOptions extends BrowserContextOptions {
  readonly baseURL: string
  /** Milliseconds by which the window's clock is ahead of the system's clock; negative if it is behind. */
  readonly clockMillis?: number
  /** Session cookie of a signed-in member. */
  readonly cookie?: { readonly name: string; readonly value: string } | undefined
}

/** Opens a window with the screen of a desktop and the time zone of Vienna. */
export const openWindow = async (
  browser: Browser,
  { baseURL, clockMillis = 0, cookie, ...options }: WindowOptions
): Promise<Window> => {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "Europe/Vienna",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options
  })
  if (cookie !== undefined) await context.addCookies([{ ...cookie, url: baseURL, httpOnly: true, sameSite: "Lax" }])
  if (clockMillis !== 0) await context.addInitScript(shiftClock, clockMillis)
  await context.addInitScript(countRequests)
  const faults = await watchFaults(context)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const load = async (path: string) => {
    await page.goto(`/dashboard${path}`)
    await waitUntilSettled(page)
  }
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
    load,
    go: async (path) => {
      if (!page.url().startsWith(`${baseURL}/dashboard`)) return load(path)
      await page.evaluate((path) => history.pushState(null, "", path), `/dashboard${path}`)
      await waitUntilSettled(page)
    }
  }
}

const watchFaults = async (context: BrowserContext): Promise<Array<string>> => {
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
    // Ignores failed loads: pages show error responses themselves, and Chromium logs an error for each of them.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) faults.push(message.text())
  })
  return faults
}
