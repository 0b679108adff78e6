import type { Browser, BrowserContextOptions } from "playwright-core"
import { openPage } from "./Chromium.ts"
import type { Driver, Random } from "./drivers/Driver.ts"
import type { ScoreServer, SessionVerdict } from "./ScoreServer.ts"

let sessions = 0

/**
 * Runs a driver on the form in its own browser context, and returns the verdict.
 *
 * @param random the driver's source of randomness
 * @param site sessions of the same site are compared with each other; by default each session has its own site
 */
export const runDriver = async (
  browser: Browser,
  server: ScoreServer,
  driver: Pick<Driver, "start" | "device" | "fill" | "sendsNothing">,
  random: Random,
  site?: string
): Promise<SessionVerdict> => {
  const context = await browser.newContext(await contextOptions(browser, driver))
  try {
    const page = await openPage(context, driver.start)
    const session = `${site ?? `site${sessions}`}.${++sessions}`
    await page.goto(`${server.url}/page?${session}`)
    await driver.fill(page, random)
    const judged = server.verdictOf(session) ?? (driver.sendsNothing ? server.verdictWithoutSignals() : undefined)
    if (judged === undefined) throw new Error("nothing was sent to be judged")
    return judged
  } finally {
    await context.close()
  }
}

/** Returns the options of a driver's browser context: phone, plain desktop, or Playwright's defaults. */
export const contextOptions = async (
  browser: Browser,
  { start, device }: Pick<Driver, "start" | "device">
): Promise<BrowserContextOptions> => {
  const major = browser.version().split(".")[0]
  const agent = (system: string, kind = "") =>
    `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0${kind} Safari/537.36`
  if (device === "phone") {
    return {
      userAgent: agent("Linux; Android 10; K", " Mobile"),
      viewport: { width: 412, height: 839 },
      deviceScaleFactor: 2.6,
      hasTouch: true,
      isMobile: true
    }
  }
  return start !== "stock" ? { userAgent: agent("X11; Linux x86_64"), viewport: { width: 1280, height: 800 } } : {}
}
