import { afterAll, beforeAll, describe } from "vitest"
import { waitUntilSettled } from "../../../scripts/screens/Views.ts"
import { requestResource } from "../../support/OnDemand.ts"
import { needs } from "../../support/TestRun.ts"
import { sharedHeadlessShell } from "../SharedChromium.ts"
import type { Month } from "./Month.ts"
import { openWindow, type Window, type WindowOptions } from "./Windows.ts"

export const owner = {
  name: "Olive Owner",
  email: "olive@example.com",
  password: "seven quiet herons wade upstream"
} as const

interface Server {
  readonly baseUrl: string
  readonly stop: () => Promise<void>
}

export interface Dashboard<Gatehouse extends Server = Server> {
  readonly gatehouse: Gatehouse
  /** Opens a window without a signed-in member, unless the options contain a cookie. */
  readonly visitor: (options?: Partial<WindowOptions>) => Promise<Window>
  readonly close: () => Promise<void>
}

/** Opens windows on a server's dashboard in the browser that all tests share. */
export const openDashboard = async <Gatehouse extends Server>(gatehouse: Gatehouse): Promise<Dashboard<Gatehouse>> => {
  const browser = await sharedHeadlessShell()
  const windows: Array<Window> = []
  return {
    gatehouse,
    visitor: async (options) => {
      const window = await openWindow(browser, { baseURL: gatehouse.baseUrl, ...options })
      windows.push(window)
      return window
    },
    close: async () => {
      const closed = await Promise.allSettled(windows.map(({ context }) => context.close()))
      await gatehouse.stop()
      for (const one of closed) if (one.status === "rejected") throw one.reason
    }
  }
}

/** Declares tests on a server that starts before the first test. */
export const inDashboard = <Gatehouse extends Server>(
  name: string,
  start: () => Promise<Gatehouse>,
  tests: (dashboard: () => Dashboard<Gatehouse>) => void
): void => {
  describe(name, { tags: [needs.chromium] }, () => {
    let dashboard: Dashboard<Gatehouse>
    beforeAll(async () => {
      await requestResource("dashboardBuild")
      dashboard = await openDashboard(await start())
    })
    afterAll(() => dashboard?.close())
    tests(() => dashboard)
  })
}

/**
 * Declares tests on the seeded month that test files share. The tests must not change its data.
 *
 * The clocks of the server and its browsers start at the same fixed time.
 */
export const inMonth = (name: string, tests: (ownersWindow: () => Window) => void): void => {
  let month: Month
  inDashboard(name, async () => {
    month = JSON.parse(await requestResource("dashboardMonth")) as Month
    return { baseUrl: month.baseUrl, stop: () => Promise.resolve() }
  }, (dashboard) => {
    let window: Window
    beforeAll(async () => {
      window = await dashboard().visitor({ clockMillis: month.clockMillis, cookie: month.cookie })
    })
    tests(() => window)
  })
}

/** Accepts an invitation through the account API. This signs the window in and does not change its page. */
export const accept = async (
  { ask }: Window,
  link: string,
  who: { readonly email: string; readonly name: string; readonly password: string }
): Promise<void> => {
  const answer = await ask("POST", "/invitation/accept", { token: link.split("#")[1], ...who })
  if (!answer.ok()) throw new Error(await answer.text())
}

/** Accepts an invitation in the browser, as the invited person does. */
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
  await waitUntilSettled(page)
}
