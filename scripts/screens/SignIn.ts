import { existsSync } from "node:fs"
import type { Browser, BrowserContext } from "playwright-core"
import { seedOwner, seedPassword } from "../seed/SeedOwner.ts"
import type { Gatehouse } from "./StartGatehouse.ts"
import { waitUntilSettled } from "./Views.ts"

/** Returns the path of Chromium. Throws if it is not installed. */
export const findChromium = (): string => {
  const file = [process.env["GATEHOUSE_TEST_CHROMIUM"], "/usr/bin/chromium", "/usr/bin/google-chrome"]
    .find((path) => path !== undefined && existsSync(path))
  if (file === undefined) throw new Error("Chromium was not found: set GATEHOUSE_TEST_CHROMIUM.")
  return file
}

/** Signs in as the owner. Returns the browser context that holds the session. */
export const signIn = async (browser: Browser, { baseUrl, ownerLink }: Gatehouse): Promise<BrowserContext> => {
  const context = await browser.newContext({ baseURL: baseUrl })
  const page = await context.newPage()
  await page.goto(ownerLink ?? "/dashboard/sign-in")
  if (ownerLink !== null) await page.getByLabel("Your name").fill("Olivia Owner")
  await page.getByLabel("Email address").fill(seedOwner)
  await page.getByLabel("Password", { exact: true }).fill(seedPassword)
  await page.locator("button[type=submit]").click()
  await page.waitForURL((url) => !/\/(?:join|sign-in)$/.test(url.pathname))
  await waitUntilSettled(page)
  await page.close()
  return context
}
